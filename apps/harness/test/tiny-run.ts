import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedReadings, systemHost } from '@lat/hostgate'
import { freePort } from '@lat/subjects'
import type { BenchOptions } from '../src/commands/bench.js'
import { benchConfig } from '../src/commands/bench.js'
import type { ModeSettings } from '../src/plan/modes.js'
import type { FinishedRun } from '../src/run/bench.js'
import { bench } from '../src/run/bench.js'
import type { SourceTree } from '../src/run/source-tree.js'

/** The cells of a smoke run, each only as long as a functional test needs. */
export const tinySettings: ModeSettings = { repetitions: 1, streamRepetitions: 1, pairedPayloadBytes: [150, 4096], warmupMs: 100, steadyStartMs: 150, steadyMs: 300, idleIntervalMs: 100 }

export const temporaryResults = () => mkdtempSync(join(tmpdir(), 'lat-harness-'))


export interface TinyOptions {
  readonly options?: BenchOptions
  readonly settings?: ModeSettings
  readonly idleScript?: string
  readonly notes?: string[]
  readonly source?: SourceTree
}

/** One real run, every process included, in the time a test has. */
export async function tinyRun({ options = {}, settings = tinySettings, idleScript, notes = [], source }: TinyOptions = {}): Promise<FinishedRun> {
  const ports = { upstreamPort: await freePort(), subjectPort: await freePort() }
  const config = benchConfig({ mode: 'smoke', out: temporaryResults(), ...ports, ...options })
  const sampler = idleScript === undefined ? scriptedReadings('95\n'.repeat(400)) : scriptedReadings(idleScript)
  return bench({ config, host: systemHost(), sampler, settings, ...(source === undefined ? {} : { source }), progress: { update: () => undefined, note: (line) => void notes.push(line), done: () => undefined }, signal: new AbortController().signal, environment: { PATH: process.env['PATH'] } })
}
