import { describe, expect, it } from 'vitest'
import { abortChance, checkForecast, forecastAbort, measured, scriptedReadings, unknown, type AbortForecast, type IdleSampler, type Reading } from '../../src/index.js'
import { fakeHost } from '../fake-host.js'

const rules = { floorPercent: 60, pervasivePercent: 10 }

/** Readings of 2 s each on a clock that only they move. */
function look(script: string, lookMs: number, plannedReadings = 106): Promise<Reading<AbortForecast>> {
  const clock = fakeHost()
  const scripted = scriptedReadings(script)
  const sampler: IdleSampler = async () => {
    await clock.sleep(2_000)
    return scripted()
  }
  return forecastAbort({ sampler, clock, lookMs, plannedReadings, rules })
}

describe('forecastAbort', () => {
  it('confirms each reading as a run does, until its time is over', async () => {
    // 2 s, then 6 s for one that is confirmed, then 2 s: the look of 10 s ends.
    expect(await look('97\n41\n40\n44\n96\n95', 10_000)).toMatchObject({ value: { readings: 3, readingsBelow: 1, plannedReadings: 106, chance: abortChance([97, 41, 96], 106, rules) } })
  })

  it('does not count a dip that its own re-samples take back', async () => {
    expect(await look('30\n95\n96', 6_000)).toMatchObject({ value: { readings: 1, readingsBelow: 0 } })
  })

  it('is unknown when idle cannot be read', async () => {
    expect(await look('97\nunknown EACCES\nunknown EACCES', 60_000)).toEqual({ state: 'unknown', reason: 'Idle could not be read for a forecast: EACCES' })
  })

  it.each([[0, 106], [Infinity, 106], [1_000, 0], [1_000, 1.5]])('refuses a look of %d ms for %d readings', async (lookMs, planned) => {
    await expect(look('97', lookMs, planned)).rejects.toMatchObject({ code: 'LAT_HOST_FORECAST' })
  })
})

describe('checkForecast', () => {
  const forecast = (chance: number, readingsBelow: number): Reading<AbortForecast> => measured({ chance, plannedReadings: 106, readings: 60, readingsBelow }, 'chance', 'test')

  it.each([
    ['green', forecast(0.007, 0), '0 of 60 readings just now were below the floor.'],
    ['yellow', forecast(0.9, 0), 'too few to promise'],
    ['yellow', forecast(0.3, 2), 'may be stopped'],
    ['red', forecast(0.8, 9), 'would probably be stopped'],
    ['red', unknown<AbortForecast>('EACCES'), 'EACCES'],
  ] as const)('is %s for %j', (level, reading, reason) => {
    const found = checkForecast(reading)
    expect([found.level, found.reason]).toEqual([level, expect.stringContaining(reason)])
  })
})
