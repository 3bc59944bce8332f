import { describe, expect, it } from 'vitest'
import { runRounds } from '../../src/measure/run-rounds.js'
import type { RoundsOptions } from '../../src/measure/run-rounds.js'
import { fakeTargets, okRow } from './fake-targets.js'

const orders = [[1, 0], [0, 1]]
const options = (parts: Partial<RoundsOptions> & Pick<RoundsOptions, 'client'>): RoundsOptions => ({
  targetNames: ['direct', 'gateway'], orders, cadence: { kind: 'primed' }, upstreamCount: null, what: 'round', idle: async () => undefined, ...parts,
})

describe('runRounds', () => {
  it('times the last of five requests to the same target when primed', async () => {
    const { client, asked } = fakeTargets({ answer: (_, nth) => ({ ...okRow, lastByteNs: nth % 5 === 4 ? 1100 + nth : 9100 }) })
    const rounds = await runRounds(options({ client }))
    expect(asked).toEqual([1, 0, 0, 1].flatMap((target) => Array<number>(5).fill(target)))
    expect(rounds.map(({ number, order, readings }) => [number, order, readings.map(({ lastByteNs }) => lastByteNs)])).toEqual([[0, [1, 0], [1004, 1004]], [1, [0, 1], [1009, 1009]]])
  })

  it('sends the untimed request that a client has of its own, and times none of it', async () => {
    const { client } = fakeTargets({ answer: () => ({ ...okRow, plantedNs: 3 }) })
    const primed: number[] = []
    const rounds = await runRounds(options({ client: { ...client, prime: async (target) => (primed.push(target), { ...okRow, plantedNs: 0 }) } }))
    expect(primed).toEqual([1, 0, 0, 1].flatMap((target) => Array<number>(4).fill(target)))
    expect(rounds.flatMap(({ readings }) => readings.map(({ plantedNs }) => plantedNs))).toEqual([3, 3, 3, 3])
  })

  it('sends one request to each target when plain', async () => {
    const { client, asked } = fakeTargets()
    await runRounds(options({ client, cadence: { kind: 'plain' } }))
    expect(asked).toEqual([1, 0, 0, 1])
  })

  it('idles between the untimed and the timed request when paced', async () => {
    const { client, asked } = fakeTargets()
    const idled: string[] = []
    await runRounds(options({ client, orders: [[1, 0]], cadence: { kind: 'paced', gapMs: 20 }, idle: async (ms) => void idled.push(`${ms} ms after ${asked.length}`) }))
    expect(idled).toEqual(['20 ms after 1', '20 ms after 3'])
  })

  it('counts marks from the dispatch', async () => {
    const { client } = fakeTargets({ answer: () => ({ ...okRow, plantedNs: 77, reconnected: true }) })
    const [round] = await runRounds(options({ client, orders: [[0, 1]] }))
    expect(round!.readings[0]).toEqual({ writtenNs: 200, firstByteNs: 800, lastByteNs: 1000, plantedNs: 77, reconnected: true })
  })

  it.each([
    ['answered 500', { ...okRow, outcome: 'failed', status: 500, failure: 'status-500' }],
    ['answered 307', { ...okRow, outcome: 'failed', status: 307, failure: 'redirect-307' }],
    ['answered 204', { ...okRow, status: 204 }],
    ['answered 200 with an error in the body', { ...okRow, outcome: 'failed', failure: 'body-error' }],
    ['did not answer in time', { ...okRow, outcome: 'failed', status: null, failure: 'timeout' }],
    ['refused the connection', { ...okRow, outcome: 'failed', status: null, failure: 'connect-refused' }],
    ['failed (other)', { ...okRow, outcome: 'failed', status: null, failure: 'other' }],
  ] as const)('aborts in the name of a target that %s', async (what, row) => {
    const { client } = fakeTargets({ answer: (target, nth) => (target === 1 && nth === 9 ? row : okRow) })
    await expect(runRounds(options({ client }))).rejects.toMatchObject({ code: 'LAT_GWBENCH_TARGET_FAILED', message: expect.stringContaining(`Target "gateway" ${what} in round 1.`) })
  })

  it('aborts on an untimed request as well', async () => {
    const { client } = fakeTargets({ answer: (target) => (target === 1 ? { ...okRow, outcome: 'failed', status: 429, failure: 'status-429' } : okRow) })
    await expect(runRounds(options({ client }))).rejects.toThrowError('Target "gateway" answered 429 to the untimed request of round 0.')
  })

  it('names a target that starts to answer from a cache during the run', async () => {
    const { client, upstreamCount } = fakeTargets({ reaches: (target, nth) => (target === 1 && nth >= 5 ? 0 : 1) })
    await expect(runRounds(options({ client, upstreamCount }))).rejects.toMatchObject({
      code: 'LAT_GWBENCH_NOT_THE_UPSTREAM',
      message: expect.stringMatching(/^The upstream counted 5 of 10 requests in round 1\. Target "gateway" .* 0 reached the upstream: it answers from a cache/),
    })
  })

  it('names a target that retries, and says so when none can be found', async () => {
    const retrying = fakeTargets({ reaches: (target) => (target === 1 ? 2 : 1) })
    await expect(runRounds(options(retrying))).rejects.toThrowError('Target "gateway" turned 3 requests into 6 at the upstream')
    const once = fakeTargets({ reaches: (target, nth) => (target === 1 && nth === 0 ? 2 : 1) })
    await expect(runRounds(options(once))).rejects.toThrowError('another client of the same upstream')
  })

  it('looks at the count after every round, and after the last one when plain', async () => {
    for (const [kind, looks] of [['primed', 31], ['plain', 3]] as const) {
      let looked = 0
      const { client, upstreamCount } = fakeTargets()
      const counting = async () => {
        looked += 1
        return upstreamCount()
      }
      await runRounds(options({ client, upstreamCount: counting, cadence: { kind }, orders: Array.from({ length: 30 }, () => [0, 1]) }))
      expect(looked).toBe(looks)
    }
  })

  it('stops between two visits when it is interrupted', async () => {
    const interrupt = new AbortController()
    const { client, asked } = fakeTargets({ answer: () => (interrupt.abort(), okRow) })
    await expect(runRounds(options({ client, signal: interrupt.signal }))).rejects.toMatchObject({ code: 'LAT_GWBENCH_INTERRUPTED' })
    expect(asked).toEqual([1, 1, 1, 1, 1])
  })
})
