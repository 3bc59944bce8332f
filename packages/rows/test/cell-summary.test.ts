import { describe, expect, it } from 'vitest'
import { cellFiles, cellSummarySchema, type CellSummary } from '../src/index.js'

const counts = { scheduled: 6000, ok: 5998, failed: 1, dropped: 1, abandoned: 0 }
const summary: CellSummary = {
  format: 1, name: 'enforce-nonstream-150-r1', order: 2,
  spec: { arm: 'enforce', arms: ['enforce'], assignment: 'cell', payloadBytes: 150, stream: false, ratePerSecond: 300, warmupMs: 10_000, steadyStartMs: 12_000, steadyMs: 20_000, slots: 40, arrivals: 'constant', pacing: 'worker', seed: 's' },
  warmup: counts, steady: counts, failures: { 'status-500': 1 }, lateness: { p50Ns: 60_000, p99Ns: 110_000, maxNs: 900_000 }, reconnects: 0, worstTenMsSends: 4,
  eventLoopDelayP99Ns: null, generatorCpuSeconds: 2.5, undiciVersion: '7.30.2', startedAt: '2026-11-30T11:50:40.123Z', wallDriftMs: 0.1,
  rows: { file: 'enforce-nonstream-150-r1.csv.gz', count: 6000, bytes: 400_000, sha256: 'a'.repeat(64) }, subject: { cpuSeconds: 3, rssBytes: 80_000_000, processes: 1 },
  host: { before: { at: '2026-11-30T11:50:40Z', idlePercent: 97.5, lowestCoreIdlePercent: 95, stealPercent: 0, loadAverages: [0.5, 0.4, 0.3], timeWait: 12, powerSource: null, thermal: null, idleSamplesPercent: [97.5], waitedMs: 0, note: null }, after: null },
  contended: false, identity: [{ name: 'subject', expected: 'x', reported: 'x' }],
}

describe('cellSummarySchema', () => {
  it('reads back a summary that went through JSON', () => {
    expect(cellSummarySchema.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary)
  })

  it.each([
    ['a negative count', { steady: { ...counts, ok: -1 } }],
    ['an idle above 100 %', { host: { before: { ...summary.host.before, idlePercent: 101 }, after: null } }],
    ['a key nobody declared', { colour: 'red' }],
    ['a start that is no instant', { startedAt: 'yesterday' }],
  ])('refuses %s', (_what, over) => {
    expect(cellSummarySchema.safeParse({ ...summary, ...over }).success).toBe(false)
  })
})

describe('cellFiles', () => {
  it('names the two files of a cell', () => {
    expect(cellFiles('direct-payload-4096')).toEqual({ rows: 'direct-payload-4096.csv.gz', summary: 'direct-payload-4096.json' })
  })
})
