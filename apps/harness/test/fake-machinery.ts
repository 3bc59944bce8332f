import type { Counts, CellSpec } from '@lat/loadgen'
import type { Row } from '@lat/rows'
import { constantScheduleNs } from '@lat/rows'
import type { LoadedCell, Machinery } from '../src/run/machinery.js'
import { row } from './sample-rows.js'

/** What is wrong with one cell. */
export interface CellFaults {
  /** Arrivals at the end of the cell that found no slot. */
  readonly dropped?: number
  /** Answers at the end of the cell with status 500. */
  readonly failed?: number
}

/** P50 by arm as a healthy reference gateway reads on a slow host; enforcement costs 550 ns per prompt byte. */
function typicalNs({ arms: [arm], ...spec }: CellSpec): number {
  const bytes = (arm!.body as string).length
  if (spec.name.startsWith('direct')) return 400_000
  return 1_500_000 + (arm!.name === 'enforce' ? 550 * bytes : 0)
}

function loaded(spec: CellSpec, { dropped = 0, failed = 0 }: CellFaults): LoadedCell {
  const scheduled = Math.round((spec.ratePerSecond * spec.steadyMs) / 1000)
  const around = typicalNs(spec)
  const rows = Array.from({ length: scheduled }, (_, sequence): Row => {
    const scheduledNs = constantScheduleNs(sequence, spec.ratePerSecond)
    const fromEnd = scheduled - 1 - sequence
    const fault: Partial<Row> =
      fromEnd < dropped ? { outcome: 'dropped', dispatchedNs: null, connectedNs: null, writtenNs: null, firstByteNs: null, lastByteNs: null, status: null }
      : fromEnd < dropped + failed ? { outcome: 'failed', status: 500, failure: 'status-500' }
      : {}
    return row(sequence, around + (sequence % 41) * 1000, { arm: spec.arms[0]!.name, scheduledNs, ...fault })
  })
  const none: Counts = { scheduled: 0, ok: 0, failed: 0, dropped: 0, abandoned: 0 }
  return {
    rows: Object.assign(rows, { at: (position: number) => rows[position]! }),
    warmup: none,
    steady: { scheduled, ok: scheduled - dropped - failed, failed, dropped, abandoned: 0 },
    failures: failed > 0 ? { 'status-500': failed } : {},
    lateness: { p50Ns: 5_000, p99Ns: 20_000, maxNs: 50_000 },
    reconnects: 0,
    worstTenMsSends: 3,
    eventLoopDelayP99Ns: 100_000,
    cpuSeconds: 0.1,
    pacing: 'worker',
    undiciVersion: '7.30.2',
    startedAtEpochMs: Date.UTC(2026, 10, 30),
    wallDriftMs: 0,
  }
}

/** A run without processes and without load: every rule of the run stays, and each cell reads what it is told to. */
export function fakeMachinery(faults: Readonly<Record<string, CellFaults>> = {}, { probeStatus = 200, started = [] as string[] } = {}): Machinery {
  let answered = 0
  return {
    startUpstream: async ({ versionStamp }) => ({
      url: 'http://127.0.0.1:9',
      fixturesDigest: '0'.repeat(64),
      byteLengths: { 'openai-chat.json': 1 },
      identity: [{ name: 'upstream', expected: versionStamp, reported: versionStamp }],
      requests: async () => answered,
      stop: async () => undefined,
    }),
    startSubject: async ({ name }, { mode, stamp, extraArgs = [] }) => {
      started.push([mode, ...extraArgs].join(' '))
      return { name, pid: process.pid, requestUrl: 'http://127.0.0.1:9/', requestHeaders: {}, reportedIdentity: stamp, exited: new Promise(() => undefined), stop: async () => ({ name, pid: process.pid, code: 0, signal: null, requested: true, killed: false, leftBehind: 0, lastOutput: '' }) }
    },
    askOnce: async () => probeStatus,
    runCell: async (spec, { onPhase }) => {
      onPhase('steady-start')
      onPhase('steady-end')
      const cell = loaded(spec, faults[spec.name] ?? {})
      answered += cell.steady.ok
      return cell
    },
    writeFigures: async () => undefined,
    measureComponents: () => [{ component: 'tokenise the prompt', payloadBytes: 4096, medianNs: 2_000_000, insideShift: true }],
  }
}
