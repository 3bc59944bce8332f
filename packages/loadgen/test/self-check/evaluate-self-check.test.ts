import { describe, expect, it } from 'vitest'
import { evaluateSelfCheck } from '../../src/self-check/evaluate-self-check.js'
import type { SelfCheckProfile } from '../../src/self-check/profile.js'
import type { Signals } from '../../src/self-check/signals.js'

const profile: SelfCheckProfile = {
  name: 'test',
  provenance: 'made up',
  limits: { runQueueShare: 0.05, stolenShare: 0.02, involuntarySwitchesPerSecond: 100, latenessP99Ns: 2e6, eventLoopDelayP99Ns: 3e6, ioCpuShare: 0.7, droppedShare: 0.001, wallDriftMs: 500 },
  fewestSent: 100,
}
const clean: Signals = {
  sent: 1000,
  steadySeconds: 2,
  latenessP99Ns: 300_000,
  eventLoopDelayP99Ns: 400_000,
  eventLoopDelayMaxNs: 900_000,
  ioCpuShare: 0.1,
  runQueueShare: 0.01,
  stolenShare: 0.001,
  involuntarySwitchesPerSecond: 500,
  longestCollectionNs: 3e6,
  reconnects: 0,
  droppedShare: 0,
  slotsExhausted: false,
  stalledArrivals: 0,
  worstTenMsSends: 7,
  plannedTenMsSends: 6,
  canaryCount: 40,
  canaryP50Ns: 200_000,
  canaryP90Ns: 400_000,
  wallDriftMs: 0.2,
  aborted: false,
}
const judge = (change: Partial<Signals>) => {
  const { verdict, reasons } = evaluateSelfCheck({ ...clean, ...change }, profile)
  return [verdict, ...reasons]
}

describe('evaluateSelfCheck', () => {
  it('accuses nobody while every signal is within its limit', () => {
    expect(judge({})).toEqual(['clean'])
    expect(judge({ latenessP99Ns: 2e6, runQueueShare: 0.05, droppedShare: 0.001, slotsExhausted: true })).toEqual(['clean'])
  })

  it.each([
    ['a loop that is busy itself', { eventLoopDelayP99Ns: 5e6, latenessP99Ns: 5e6 }, ['generator-limited', 'lateness-p99', 'event-loop-delay-p99']],
    ['a loop that waits for a CPU', { eventLoopDelayP99Ns: 6e6, latenessP99Ns: 5e6, runQueueShare: 0.145 }, ['host-contended', 'run-queue-delay', 'lateness-p99', 'event-loop-delay-p99']],
    ['a pool that ran dry', { droppedShare: 0.2, slotsExhausted: true, runQueueShare: 0.2 }, ['generator-limited', 'run-queue-delay', 'slots-exhausted']],
    ['a thread at its ceiling', { ioCpuShare: 0.9 }, ['generator-limited', 'io-thread-cpu']],
    ['a process that was stopped', { latenessP99Ns: 900e6, stalledArrivals: 3 }, ['generator-limited', 'lateness-p99', 'stalled-arrivals']],
    ['a host that gave the time to others', { stolenShare: 0.1, latenessP99Ns: 9e6 }, ['host-contended', 'stolen-time', 'lateness-p99']],
    ['a machine that was suspended', { wallDriftMs: 60_000 }, ['host-contended', 'wall-clock-drift']],
  ])('names the cause of %s', (_what, change, verdict) => {
    expect(judge(change)).toEqual(verdict)
  })

  it('judges by involuntary switches only where there is no run-queue time', () => {
    expect(judge({ involuntarySwitchesPerSecond: 5000 })).toEqual(['clean'])
    expect(judge({ involuntarySwitchesPerSecond: 5000, runQueueShare: null })).toEqual(['host-contended', 'involuntary-switches'])
  })

  it('has no verdict on too few arrivals or on a cell that was stopped', () => {
    expect(judge({ sent: 99 })).toEqual(['unknown', 'only-99-sent'])
    expect(judge({ aborted: true })).toEqual(['unknown', 'aborted'])
    expect(judge({ sent: 0, latenessP99Ns: null })).toEqual(['unknown', 'only-0-sent'])
  })

  it('shows every signal with its value, limit and unit', () => {
    const { evidence, profile: name } = evaluateSelfCheck({ ...clean, latenessP99Ns: 2_000_001 }, profile)
    expect(name).toBe('test')
    expect(evidence.find(({ signal }) => signal === 'lateness-p99')).toEqual({ signal: 'lateness-p99', value: 2_000_001, unit: 'ns', limit: 2e6, exceeded: true, accuses: 'generator' })
    expect(evidence.filter(({ limit }) => limit === null).map(({ signal }) => signal)).toContain('canary-p90')
  })
})
