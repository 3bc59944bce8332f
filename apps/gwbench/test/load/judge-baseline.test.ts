import { describe, expect, it } from 'vitest'
import { judgeBaseline } from '../../src/load/judge-baseline.js'
import { loadReportText } from '../../src/load/load-report-text.js'
import { loadSchema } from '../../src/load/load-schema.js'
import type { LoadArm } from '../../src/load/load-schema.js'

const quantiles = (ms: number) => ({ p50Ns: ms * 1e6, p90Ns: ms * 2e6, p95Ns: ms * 3e6, p99Ns: ms * 4e6 })

function arm(name: string, ms: number, changes: Partial<LoadArm> = {}): LoadArm {
  return {
    name, url: 'http://127.0.0.1:1/v1', sha256: null, parallelism: null, scheduled: 100, ok: 100, failed: 0, dropped: 0, abandoned: 0, failures: {}, okPerSecond: 1000 / ms,
    durationNs: quantiles(ms), firstByteNs: quantiles(ms / 2), usage: { highestRssBytes: 1_048_576, medianRssBytes: 1_048_576, cpuSecondsPerSecond: 0.3, processes: 1, samples: 3 },
    generator: { verdict: 'clean', reasons: [] }, ...changes,
  }
}

describe('judgeBaseline', () => {
  it('accepts a direct path that is the fastest and has room left', () => {
    expect(judgeBaseline([arm('direct', 1), arm('gateway', 3)], 'closed')).toEqual({ bottleneck: false, reasons: [] })
  })

  it.each<[string, LoadArm[], 'closed' | 'open', string]>([
    ['is slower than a gateway in the tail', [arm('direct', 7, { durationNs: { ...quantiles(7), p99Ns: 836e6 } }), arm('lumen', 9, { durationNs: { ...quantiles(9), p99Ns: 221e6 } })], 'closed', 'direct is slower than lumen at p99'],
    ['loses requests', [arm('direct', 1, { failed: 2, ok: 98 }), arm('gateway', 3)], 'open', '2 of 100 direct requests failed'],
    ['answers nothing', [arm('direct', 1, { ok: 0, durationNs: null }), arm('gateway', 3)], 'closed', 'no direct request was answered'],
    ['saturates the upstream', [arm('direct', 1, { usage: { highestRssBytes: 1, medianRssBytes: 1, cpuSecondsPerSecond: 0.99, processes: 1, samples: 2 } }), arm('gateway', 3)], 'closed', 'the upstream used 99 % of a core'],
    ['answers fewer requests', [arm('direct', 1, { okPerSecond: 100 }), arm('gateway', 3)], 'closed', 'fewer requests per second than gateway'],
    ['was held up by its generator', [arm('direct', 1, { generator: { verdict: 'host-contended', reasons: ['run-queue'] } }), arm('gateway', 3)], 'open', 'host-contended: run-queue'],
  ])('finds the bottleneck in a direct path that %s', (_, arms, model, reason) => {
    const { bottleneck, reasons } = judgeBaseline(arms, model)
    expect(bottleneck).toBe(true)
    expect(reasons.join('\n')).toContain(reason)
  })
})

describe('loadReportText', () => {
  const result = (arms: LoadArm[]) =>
    loadSchema.parse({
      format: 'lat-gwbench-load 1', version: '0.1.0', startedAt: '2026-01-02T03:04:05.000Z', model: 'closed', order: 'sequential', users: 50, ratePerSecond: null, warmupMs: 3000, steadyMs: 30_000, seed: 'lat', loadStart: 0.5,
      machine: { hardwareTag: 'linux-x64-2c', cpuModel: 'A CPU', coreCount: 2, platform: 'linux', kernel: '6.1', nodeVersion: 'v20.19.0' }, arms, baseline: judgeBaseline(arms, 'closed'), directory: null,
    })

  it('gives both marks, what each adds, and what it used', () => {
    const text = loadReportText(result([arm('direct', 1), arm('gateway', 3)]))
    expect(text).toMatch(/^closed loop, 50 users, sequential, 30 s after 3 s of warm-up; load at the start 0\.50\n/)
    expect(text).toMatch(/first byte, ms[^\n]*\ntarget +p50.*\ndirect +0\.500/)
    expect(text).toMatch(/duration minus direct[^\n]*\ntarget.*\ngateway +2\.000 +4\.000 +6\.000 +8\.000/)
    expect(text).toMatch(/gateway +333\.3 +100 +0 +0 +0 +1\.0 +30 +clean/)
  })

  it('gives no difference when the baseline is the bottleneck, and says why', () => {
    const text = loadReportText(result([arm('direct', 7), arm('gateway', 3)]))
    expect(text).toContain('The baseline is the bottleneck, so no difference to it is given:\n  direct is slower than gateway at p50, p95, p99')
    expect(text).not.toContain('duration minus direct')
  })
})
