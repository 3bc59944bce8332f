import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '@lat/hostgate'
import { scriptedReadings, systemHost } from '@lat/hostgate'
import { freePort, startSubject } from '@lat/subjects'
import type { BenchOptions } from '../src/commands/bench.js'
import { benchConfig } from '../src/commands/bench.js'
import type { ModeSettings } from '../src/plan/modes.js'
import { modeSettings } from '../src/plan/modes.js'
import type { FinishedRun } from '../src/run/bench.js'
import { bench } from '../src/run/bench.js'
import type { Machinery } from '../src/run/machinery.js'
import { machinery as realMachinery } from '../src/run/machinery.js'
import type { SourceTree } from '../src/run/source-tree.js'
import { startUpstream } from '../src/run/upstream.js'

/** The cells of a smoke run, each only as long as a functional test needs. */
export const tinySettings: ModeSettings = { repetitions: 1, streamRepetitions: 1, pairedPayloadBytes: [150, 4096], warmupMs: 100, steadyStartMs: 150, steadyMs: 300, idleIntervalMs: 100 }

export const temporaryResults = () => mkdtempSync(join(tmpdir(), 'lat-harness-'))

/** Real processes; upstream and subject do not spend seconds on getting fast, which no functional test needs. */
export const coldMachinery: Machinery = {
  ...realMachinery,
  startUpstream: (options) => startUpstream({ ...options, warmupRequests: 100 }),
  startSubject: (declaration, options) => startSubject(declaration, { ...options, extraArgs: [...(options.extraArgs ?? []), '--warm-up-requests', '20'] }),
  measureComponents: () => [{ component: 'tokenise the prompt', payloadBytes: 4096, medianNs: 2_000_000, insideShift: true }],
}

export interface TinyOptions {
  readonly options?: BenchOptions
  readonly settings?: ModeSettings
  readonly idleScript?: string
  readonly notes?: string[]
  readonly source?: SourceTree
  readonly machinery?: Machinery
  readonly host?: Host
  readonly signal?: AbortSignal
}

/** One whole run in the time a test has: real processes unless told otherwise. */
export async function tinyRun({ options = {}, settings = tinySettings, idleScript, notes = [], source, machinery = coldMachinery, host = systemHost(), signal = new AbortController().signal }: TinyOptions = {}): Promise<FinishedRun> {
  const ports = { upstreamPort: await freePort(), subjectPort: await freePort() }
  const config = benchConfig({ mode: 'smoke', out: temporaryResults(), ...ports, ...options })
  const sampler = scriptedReadings(idleScript ?? '95\n'.repeat(400))
  return bench({ config, host, sampler, settings, machinery, ...(source === undefined ? {} : { source }), progress: { update: () => undefined, note: (line) => void notes.push(line), done: () => undefined }, signal, environment: { PATH: process.env['PATH'] } })
}

/** Cells as long as those of a smoke run, so that every quantile resolves; stand-ins fill them at once. */
export const fakeSettings: ModeSettings = modeSettings('smoke')

/** This machine, on which a sleep takes no time: the clock jumps over it, and so do the seconds since boot, or it would look suspended. */
export function hastyHost(): Host {
  const host = systemHost()
  let sleptMs = 0
  const nowMs = () => host.nowMs() + sleptMs
  return {
    ...host,
    nowMs,
    sleep: async (ms) => void (sleptMs += ms),
    readText: async (path) => (path === '/proc/uptime' ? { text: `${(nowMs() / 1000).toFixed(2)} 0.00` } : host.readText(path)),
  }
}
