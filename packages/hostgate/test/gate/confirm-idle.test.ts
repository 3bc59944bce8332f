import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmIdle, scriptedReadings } from '../../src/index.js'

const confirm = (script: string, floorPercent = 60): ReturnType<typeof confirmIdle> => confirmIdle(scriptedReadings(script.replaceAll(', ', '\n')), floorPercent)

describe('confirmIdle', () => {
  it('takes one reading that is at the floor or above', async () => {
    expect(await confirm('60, 10')).toMatchObject({ state: 'quiet', idlePercent: 60, samplesPercent: [60] })
  })

  it('lets the median of three decide below the floor', async () => {
    expect(await confirm('41, 40, 44')).toMatchObject({ state: 'below-floor', idlePercent: 41, samplesPercent: [41, 40, 44] })
    expect(await confirm('12, 95, 90')).toMatchObject({ state: 'quiet', idlePercent: 90, samplesPercent: [12, 95, 90] })
  })

  it('tries a failed reading once more, and no oftener', async () => {
    expect(await confirm('unknown the counters stand still, 97')).toMatchObject({ state: 'quiet', idlePercent: 97 })
    expect(await confirm('unknown a, unknown b, 97')).toMatchObject({ state: 'unknown', idlePercent: null, remark: 'b' })
  })

  it('is unknown, not below, when a low reading cannot be confirmed', async () => {
    expect(await confirm('41, 40')).toMatchObject({ state: 'unknown', samplesPercent: [41, 40], remark: expect.stringContaining('could not be confirmed') as string })
  })

  it('passes on that there is no such sensor', async () => {
    expect(await confirm('unsupported no counters')).toMatchObject({ state: 'unsupported', remark: 'no counters' })
  })

  it.each([-1, 101, Number.NaN])('refuses a floor of %d', async (floor) => {
    await expect(confirm('97', floor)).rejects.toMatchObject({ code: 'LAT_HOST_FLOOR' })
  })

  it('decides as the middle one of three, in any order', async () => {
    await fc.assert(fc.asyncProperty(fc.tuple(fc.nat(59), fc.nat(100), fc.nat(100)), async (three) => {
      const median = [...three].sort((a, b) => a - b)[1]!
      expect(await confirm(three.join(', '))).toMatchObject({ idlePercent: median, state: median < 60 ? 'below-floor' : 'quiet' })
    }))
  })
})
