import { describe, expect, it } from 'vitest'
import type { CellSpec } from '../../src/cell-spec.js'
import { exportK6 } from '../../src/export/export-k6.js'
import { exportVegeta } from '../../src/export/export-vegeta.js'

const spec: CellSpec = { name: 'c', arms: [{ name: 'a', url: "http://127.0.0.1:1/?q='x'", body: '{"a":1}', headers: { 'x-key': "it's" } }], assignment: 'cell', seed: 's', ratePerSecond: 500, warmupMs: 10_000, steadyStartMs: 12_000, steadyMs: 60_000 }
const withoutGap: CellSpec = { ...spec, steadyStartMs: spec.warmupMs }

describe('exportK6', () => {
  it('writes two constant-arrival-rate scenarios with users that never grow', () => {
    const script = exportK6(spec)
    const options = JSON.parse(/export const options = (\{[\s\S]*?\n\})\n/.exec(script)![1]!) as { scenarios: Record<string, object> }
    expect(options.scenarios).toEqual({
      warmup: { executor: 'constant-arrival-rate', rate: 500, timeUnit: '1s', startTime: '0ms', duration: '10000ms', gracefulStop: '10000ms', preAllocatedVUs: 40, maxVUs: 40 },
      steady: { executor: 'constant-arrival-rate', rate: 500, timeUnit: '1s', startTime: '12000ms', duration: '60000ms', gracefulStop: '10000ms', preAllocatedVUs: 40, maxVUs: 40 },
    })
    expect(script).toContain('"redirects": 0')
    expect(script).toContain('http.request("POST", "http://127.0.0.1:1/?q=\'x\'", "{\\"a\\":1}", params)')
  })

  it('carries a rate that is not whole in its unit, however low', () => {
    expect(exportK6({ ...spec, ratePerSecond: 0.0004 })).toContain('"rate": 1,\n      "timeUnit": "2500s"')
    expect(exportK6({ ...spec, ratePerSecond: 33.3 })).toContain('"rate": 333,\n      "timeUnit": "10s"')
  })
})

describe('an export', () => {
  it.each([
    ['a warm-up shorter than k6 takes', exportK6, { warmupMs: 500 }, 'a warm-up of 500 ms'],
    ['Poisson arrivals', exportK6, { arrivals: 'poisson' as const }, 'no Poisson arrivals'],
    ['Poisson arrivals', exportVegeta, { arrivals: 'poisson' as const }, 'no Poisson arrivals'],
    ['a shard', exportVegeta, { shard: { index: 0, count: 2 } }, 'does not shard'],
    ['several arms', exportK6, { arms: [spec.arms[0]!, { ...spec.arms[0]!, name: 'b' }], assignment: 'arrival' as const }, 'gets one arm, it got 2'],
    ['a pause', exportVegeta, { steadyStartMs: 12_000 }, 'no pause'],
    ['a judged answer', exportK6, { arms: [{ ...spec.arms[0]!, expect: 'sse' as const }] }, 'not for "sse"'],
    ['a start time', exportVegeta, { startAtEpochMs: 1 }, 'no start time'],
    ['an order of slots', exportK6, { slotOrder: 'lifo' as const }, 'no slot order'],
    ['a rate of 0', exportVegeta, { ratePerSecond: 0 }, 'ratePerSecond: must be above 0'],
    ['a header twice', exportK6, { arms: [{ ...spec.arms[0]!, headers: { 'X-A': '1', 'x-a': '2' } }] }, 'x-a has several'],
  ])('refuses %s rather than leave it out', (_what, make, change, named) => {
    expect(() => make({ ...(make === exportVegeta ? withoutGap : spec), ...change })).toThrow(named)
  })

  it('keeps a body of bytes that are no text', () => {
    const body = Uint8Array.of(0, 255, 10)
    expect(exportK6({ ...spec, arms: [{ ...spec.arms[0]!, body }] })).toContain(`encoding.b64decode('AP8K')`)
    expect(exportVegeta({ ...withoutGap, arms: [{ ...spec.arms[0]!, body }] })).toContain('"body":"AP8K"')
  })
})

describe('exportVegeta', () => {
  it('writes a warm-up attack and one that is kept, with the target quoted for the shell', () => {
    const script = exportVegeta(withoutGap)
    expect(script.split('\n').filter((line) => line.includes('vegeta attack'))).toHaveLength(2)
    expect(script).toContain('-rate 500/1s -duration 60000ms -workers 40 -max-workers 40')
    expect(script).toContain(String.raw`it'\''s`)
    expect(script).toContain(Buffer.from('{"a":1}').toString('base64'))
    expect(exportVegeta({ ...withoutGap, ratePerSecond: 0.0004 })).toContain('-rate 1/2500s ')
    expect(exportVegeta({ ...withoutGap, arms: [{ ...spec.arms[0]!, headers: { 'x-a': ['1', '2'] } }] })).toContain('"x-a":["1","2"]')
    expect(exportVegeta({ ...withoutGap, warmupMs: 0, steadyStartMs: 0 }).split('\n').filter((line) => line.includes('vegeta attack'))).toHaveLength(1)
  })
})
