import type { LoadAverages, Reading } from '@lat/hostgate'
import { describe, expect, it } from 'vitest'
import { gatedRuns } from '../../src/run/gated-runs.js'

/** A clock that only sleeping moves, and a load read from a script whose last value stays. */
function scripted(loads: readonly (number | string)[]) {
  const left = [...loads]
  let nowMs = 0
  return {
    readLoad: async (): Promise<Reading<LoadAverages>> => {
      const next = left.length > 1 ? left.shift()! : left[0]!
      return typeof next === 'string' ? { state: 'unknown', reason: next } : { state: 'value', value: { load1: next, load5: 0, load15: 0 }, unit: 'processes', source: 'script' }
    },
    clock: { nowMs: () => nowMs, sleep: async (ms: number) => void (nowMs += ms) },
  }
}

const gate = (loads: readonly (number | string)[], parts: { runs?: number; waitMs?: number; maximumLoad?: number } = {}) => {
  const measured: number[] = []
  const waits: number[] = []
  const outcome = gatedRuns({ runs: 1, maximumLoad: 4, waitMs: 0, load: scripted(loads), measure: async (number) => measured.push(number), onWaiting: (_, waitedMs) => waits.push(waitedMs), ...parts })
  return outcome.then(({ runs, refusal }) => ({ runs: runs.map(({ number, kept, loadStart, loadEnd }) => [number, kept, loadStart, loadEnd]), refusal, measured, waits }))
}

describe('gatedRuns', () => {
  it('keeps runs that start and end at the limit or below', async () => {
    expect(await gate([3.5, 3.7, 4, 4], { runs: 2 })).toMatchObject({ runs: [[0, true, 3.5, 3.7], [1, true, 4, 4]], refusal: null })
  })

  it('discards a run whose load ends above the limit, and measures another', async () => {
    expect(await gate([1, 4.01, 1, 2])).toMatchObject({ runs: [[0, false, 1, 4.01], [1, true, 1, 2]], refusal: null, measured: [0, 1] })
  })

  it('discards a run whose load cannot be read at its end', async () => {
    expect(await gate([1, 'gone', 1, 1])).toMatchObject({ runs: [[0, false, 1, null], [1, true, 1, 1]] })
  })

  it('refuses at once without a wait', async () => {
    await expect(gate([4.5])).rejects.toMatchObject({ code: 'LAT_GWBENCH_REFUSED', message: expect.stringContaining('4.5') })
  })

  it('waits for the load to fall, for as long as it was told', async () => {
    expect(await gate([9, 8, 3, 3], { waitMs: 7_200_000 })).toMatchObject({ runs: [[0, true, 3, 3]], waits: [0, 10_000] })
    await expect(gate([9], { waitMs: 60_000 })).rejects.toThrowError('after waiting 60 s')
  })

  it('refuses on a machine whose load cannot be read', async () => {
    await expect(gate(['no such file'])).rejects.toThrowError('no such file')
  })

  it('gives what was kept, with the reason, when the load rises for good', async () => {
    expect(await gate([1, 1, 9], { runs: 3 })).toMatchObject({ runs: [[0, true, 1, 1]], refusal: expect.stringContaining('1 of 3 runs were kept') })
  })

  it('does not discard without end where a run itself makes more load than the limit', async () => {
    await expect(gate([1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1])).rejects.toThrowError('4 runs were discarded')
  })
})
