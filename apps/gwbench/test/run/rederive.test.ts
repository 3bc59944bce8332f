import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { reportCommand } from '../../src/commands/report.js'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import { buildResult } from '../../src/report/build-result.js'
import { reportText } from '../../src/report/report-text.js'
import { rederive } from '../../src/run/rederive.js'
import { writeResult } from '../../src/run/write-result.js'
import { inProcess } from '../commands/in-process.js'
import { makeRun } from '../make-runs.js'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

const targetNames = ['direct', 'a', 'b', 'control-relay', 'control-twin']

/** A directory as a finished run leaves it. */
async function finished(change: (result: ReturnType<typeof buildResult>) => object = () => ({})): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'gwbench-report-'))
  directories.push(directory)
  const runs = [0, 1].map((number) => makeRun({ number, targetNames, roundCount: 40, latencyNs: (target, round) => 100_000 + (round * 7919) % 997 + (target === 'direct' ? 0 : target.charCodeAt(0) * 1000) }))
  const result = buildResult(runs, mergeRuns(runs), {
    command: 'run', version: '0.1.0', startedAt: '2026-01-02T03:04:05.000Z', seed: 'lat', maximumLoad: 4,
    machine: { hardwareTag: 'linux-x64-2c', cpuModel: 'A CPU', coreCount: 2, platform: 'linux', kernel: '6.1', nodeVersion: 'v20.19.0' },
    targets: targetNames.map((name) => ({ name, url: 'http://127.0.0.1:1/v1', parallelism: null, sha256: null, hasKey: false, selfReported: name === 'a' ? [{ header: 'x-litellm-overhead-duration-ms', values: ['-5'], medianNs: -5_000_000 }] : [] })),
    twin: { treatment: 'control-twin', baseline: 'control-relay' }, planted: null, upstreamCounted: true, directory,
    budgets: [{ treatment: null, baseline: null, quantity: 'p50', limitNs: 500_000 }], launches: 2,
  })
  await writeResult(directory, runs, { result: { ...result, ...change(result) }, text: reportText(result), targetNames })
  return directory
}

describe('rederive', () => {
  it('gets from the rounds the result that was stored, decisions included', async () => {
    const directory = await finished()
    const { difference, text } = rederive(directory)
    expect(difference).toBeNull()
    expect(text).toBe(readFileSync(join(directory, 'report.txt'), 'utf8'))
    for (const line of ['budget a - direct p50 <= 500.000µs: WITHIN', 'a says of itself: x-litellm-overhead-duration-ms -5000.000µs, median of 1; not used', 'launches=2', 'b - a: +1.000µs']) expect(text).toContain(line)
  })

  it('names the first figure that does not follow from the rounds', async () => {
    const directory = await finished(({ overhead }) => ({ overhead: overhead.map((each, index) => (index === 0 ? { ...each, pairedNs: { ...each.pairedNs, p50Ns: 1 } } : each)) }))
    expect(rederive(directory).difference).toBe('overhead.0.pairedNs.p50Ns: 1, 97000')
    expect(await inProcess(directory, (given) => reportCommand(given, {}))).toMatchObject({ code: 1, stderr: expect.stringContaining('NOT the same as stored: overhead.0') })
  })

  it('refuses rounds that are not those of the manifest', async () => {
    const directory = await finished()
    const path = join(directory, 'rounds.csv.gz')
    writeFileSync(path, gzipSync(gunzipSync(readFileSync(path)).toString().replace(',control-twin,10,', ',control-twin,11,')))
    expect(() => rederive(directory)).toThrowError('rounds.csv.gz is not the one of its MANIFEST')
  })

  it('refuses a directory that was never finished', async () => {
    const directory = await finished()
    rmSync(join(directory, 'MANIFEST'))
    expect(await inProcess(directory, (given) => reportCommand(given, {}))).toMatchObject({ code: 3, stderr: expect.stringContaining('no directory of a finished run') })
  })
})
