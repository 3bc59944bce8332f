import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import { buildResult } from '../../src/report/build-result.js'
import { plantedLine } from '../../src/report/planted-line.js'
import { jsonSchema, SCHEMA_NAMES } from '../../src/schema/json-schema.js'
import { makeRun } from '../make-runs.js'

const directory = new URL('../../schema/', import.meta.url)
const published = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.schema.json`, directory), 'utf8'))
/** A reader of the published file alone, which knows nothing of this package. */
const reader = (name: string) => z.fromJSONSchema(published(name) as Parameters<typeof z.fromJSONSchema>[0])

const targetNames = ['direct', 'relay', 'relay-twin', 'planted']
const runs = [makeRun({ targetNames, roundCount: 12, latencyNs: (target, round) => 100_000 + round + (target === 'planted' ? 3_000_000 : 0), plantedNs: (target) => (target === 'planted' ? 3_000_000 : null) })]
const result = buildResult(runs, mergeRuns(runs), {
  command: 'run', version: '0.1.0', startedAt: '2026-01-02T03:04:05.000Z', seed: 'lat', maximumLoad: 4,
  machine: { hardwareTag: 'linux-x64-2c', cpuModel: 'A CPU', coreCount: 2, platform: 'linux', kernel: '6.1', nodeVersion: 'v20.19.0' },
  targets: targetNames.map((name) => ({ name, url: 'http://127.0.0.1:1/v1', parallelism: null, sha256: null, hasKey: false })),
  twin: { treatment: 'relay-twin', baseline: 'relay' }, planted: { treatment: 'planted', baseline: 'relay' }, upstreamCounted: true, directory: null,
})

describe('the published schemas', () => {
  it('are those of the code: run "pnpm --filter gwbench schemas" after a change', () => {
    expect(readdirSync(directory).sort()).toEqual(SCHEMA_NAMES.map((name) => `${name}.schema.json`).sort())
    for (const name of SCHEMA_NAMES) expect(published(name)).toEqual(JSON.parse(JSON.stringify(jsonSchema(name))))
  })

  it('accept what commands print', () => {
    expect(reader('run').safeParse(result)).toMatchObject({ success: true })
    expect(reader('planted').safeParse(plantedLine(result))).toMatchObject({ success: true })
  })

  it('refuse what they would not print', () => {
    expect(reader('run').safeParse({ ...result, launches: 'two' }).success).toBe(false)
    expect(reader('run').safeParse({ ...result, more: 1 }).success).toBe(false)
  })
})
