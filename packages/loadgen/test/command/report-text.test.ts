import { describe, expect, it } from 'vitest'
import type { LoadReport } from '../../src/command/report.js'
import { reportText } from '../../src/command/report-text.js'

const distribution = { p50Ns: 312_000, p90Ns: 500_000, p99Ns: 12_345_678, p999Ns: null, maxNs: 1_200_000_000 }
const report: LoadReport = {
  format: 1,
  verdict: 'valid',
  reasons: [],
  offeredRatePerSecond: 500,
  achievedRatePerSecond: 500,
  steadyMs: 60_000,
  steadyRanMs: 60_000,
  slots: 40,
  pacing: 'worker',
  warmup: { scheduled: 5000, ok: 5000, failed: 0, dropped: 0, abandoned: 0 },
  steady: { scheduled: 30_000, ok: 30_000, failed: 0, dropped: 0, abandoned: 0 },
  failures: {},
  labels: {},
  arms: [{ arm: 'target', url: 'http://127.0.0.1:1/', address: '127.0.0.1', ok: 30_000, failed: 0, responseNs: distribution, durationNs: distribution, waitingNs: distribution, afterWriteNs: distribution, firstEventNs: null, streams: null }],
  streams: null,
  lateness: { p50Ns: 50_000, p99Ns: 300_000, maxNs: 900_000 },
  connections: { opened: 40, reconnects: 0, failedConnects: 0 },
  worstTenMsSends: 7,
  plannedTenMsSends: 6,
  eventLoopDelayP99Ns: 400_000,
  cpuSeconds: 4,
  cpuScope: 'threads',
  selfCheck: { verdict: 'clean', reasons: [], profile: 'test', evidence: [{ signal: 'lateness-p99', value: 300_000, unit: 'ns', limit: 3e6, exceeded: false, accuses: 'generator' }] },
  undiciVersion: '7.30.2',
  startedAt: '2026-01-01T00:00:00.000Z',
  wallDriftMs: 0,
}

const streams = { gapNs: distribution, eventChunks: 300, coalescedChunks: 12, lostChunks: 0, keptFromNs: null }

describe('reportText', () => {
  it('shows both rates, every count and every time with its two ends', () => {
    expect(reportText(report)).toBe(`steady 60 s, 40 slots, pacing worker, undici 7.30.2
rate      offered 500.00/s, achieved 500.00/s
arrivals  30000 scheduled: 30000 ok, 0 failed, 0 dropped, 0 abandoned; 5000 in the warm-up are not counted
http://127.0.0.1:1/ at 127.0.0.1: 30000 ok, 0 failed
  ms                P50      P90      P99    P99.9      max
  response        0.312    0.500     12.3        -     1200   scheduled instant to last byte
  duration        0.312    0.500     12.3        -     1200   connection to last byte (k6 http_req_duration)
  waiting         0.312    0.500     12.3        -     1200   request written to first byte
generator clean; limits "test"
  sent late by P50 0.050, P99 0.300, at most 0.900 ms
  lateness-p99 0.300 ms (limit 3.000 ms)
VALID
`)
  })

  it.each([
    ['no reuse', { connections: { opened: 35_040, reconnects: 35_000, failedConnects: 0 } }, 'no reuse: 35040 connections for 35000 requests'],
    ['ports that will run out', { offeredRatePerSecond: 600, connections: { opened: 35_040, reconnects: 35_000, failedConnects: 0 } }, 'ports: at this rate 18000 closed connections'],
    ['some reconnects', { connections: { opened: 42, reconnects: 2, failedConnects: 0 } }, '2 reconnects'],
    ['attempts to connect that failed', { connections: { opened: 40, reconnects: 0, failedConnects: 70 } }, '70 attempts to connect failed'],
    ['a run that was stopped', { steadyRanMs: 12_340 }, 'steady 60 s planned, 12.34 s run,'],
    ['that there is no rate where nothing ran', { achievedRatePerSecond: null }, 'achieved -'],
    ['gaps of streams', { arms: [{ ...report.arms[0]!, streams: { ...streams, lostChunks: 5, keptFromNs: 41.2e9 } }] }, '12 of 300 such reads completed several events, which have no gaps of their own; 5 earlier reads were not kept, so the gaps are from 41.2 s of the steady phase on'],
    ['a burst', { worstTenMsSends: 30 }, 'burst: 30 requests were sent within 10 ms where the schedule had 6'],
    ['that nothing succeeded', { arms: [{ ...report.arms[0]!, durationNs: null }] }, 'no successful answer, so no latency'],
    ['failures by their code', { failures: { 'status-500': 7, reset: 1 } }, 'failures  status-500 7, reset 1'],
    ['a plateau at 40 ms', { arms: [{ ...report.arms[0]!, durationNs: { ...distribution, p50Ns: 41e6 } }] }, 'without TCP_NODELAY'],
    ['remarks on ok answers', { labels: { 'done-missing': 3 } }, 'remarks   done-missing 3'],
    ['a verdict with its reasons', { verdict: 'invalid' as const, reasons: ['3 of 10 requests failed'] }, 'INVALID: 3 of 10 requests failed'],
  ])('points out %s', (_what, change, text) => {
    expect(reportText({ ...report, ...change })).toContain(text)
  })
  it('shows the gaps of each arm under it', () => {
    const arms = ['a', 'b'].map((arm, index) => ({ ...report.arms[0]!, arm, streams: { ...streams, coalescedChunks: index } }))
    const lines = reportText({ ...report, arms }).split('\n').filter((line) => /^[ab] {2}|^ {2}gaps|such reads/.test(line))
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(['a', 'gaps', '0', 'b', 'gaps', '1'])
  })
})
