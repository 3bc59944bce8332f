import { describe, expect, it } from 'vitest'
import { loadAtEnd, loadGate, measured, unknown, type LoadAverages, type LoadGateDecision, type Reading } from '../../src/index.js'
import { fakeHost } from '../fake-host.js'

const load = (load1: number): Reading<LoadAverages> => measured({ load1, load5: 0, load15: 0 }, 'processes', 'test')

async function gate(readings: readonly Reading<LoadAverages>[], waitMs = 0): Promise<{ decision: LoadGateDecision; looks: number; sleeps: string[]; told: string[] }> {
  const clock = fakeHost()
  const told: string[] = []
  let looks = 0
  const readLoad = async (): Promise<Reading<LoadAverages>> => readings[Math.min(looks++, readings.length - 1)]!
  const decision = await loadGate({ maximumLoad: 4, waitMs, readLoad, clock, onWaiting: (load1, waitedMs) => told.push(`${load1} after ${waitedMs}`) })
  return { decision, looks, sleeps: clock.log, told }
}

describe('loadGate', () => {
  it('starts at once at the limit or below', async () => {
    expect(await gate([load(4)])).toMatchObject({ decision: { decision: 'start', load1: 4, waitedMs: 0 }, looks: 1, sleeps: [] })
  })

  it('refuses at once above it without --wait, and says what to do', async () => {
    const { decision, looks, sleeps } = await gate([load(4.01)])
    expect(decision).toEqual({ decision: 'refuse', load1: 4.01, waitedMs: 0, message: 'The 1-minute load average is 4.01, above the limit of 4. Close what is busy, or wait longer with --wait.' })
    expect([looks, sleeps]).toEqual([1, []])
  })

  it('waits until the load has fallen', async () => {
    expect(await gate([load(9), load(6), load(3.9)], 60_000)).toEqual({
      decision: { decision: 'start', load1: 3.9, waitedMs: 20_000 }, looks: 3, sleeps: ['sleep 10000', 'sleep 10000'], told: ['9 after 0', '6 after 10000'],
    })
  })

  it('gives up at the limit of its wait, with the last reading', async () => {
    const { decision, sleeps } = await gate([load(9), load(8), load(7.5)], 25_000)
    expect(sleeps).toEqual(['sleep 10000', 'sleep 10000', 'sleep 5000'])
    expect(decision).toMatchObject({ decision: 'refuse', load1: 7.5, waitedMs: 25_000, message: expect.stringContaining('7.5 after waiting 25 s') as string })
  })

  it('refuses when the load cannot be read', async () => {
    expect((await gate([unknown('sysctl is not installed.')], 60_000)).decision).toMatchObject({ decision: 'refuse', load1: null, message: expect.stringContaining('sysctl is not installed') as string })
  })

  it.each([[-1, 0], [4, -1], [Number.NaN, 0]])('refuses a limit of %d and a wait of %d ms', async (maximumLoad, waitMs) => {
    await expect(loadGate({ maximumLoad, waitMs, readLoad: async () => load(1), clock: fakeHost() })).rejects.toMatchObject({ code: 'LAT_HOST_LOAD_LIMIT' })
  })
})

describe('loadAtEnd', () => {
  it.each([
    [load(4), true, 'kept: the load average ended at 4'],
    [load(4.2), false, 'discarded: the load average ended at 4.2, above the limit of 4'],
    [unknown<LoadAverages>('EACCES'), false, 'discarded: the load average could not be read at the end (EACCES)'],
  ])('decides %j', (reading, keep, message) => {
    expect(loadAtEnd(reading, 4)).toEqual({ keep, message })
  })
})
