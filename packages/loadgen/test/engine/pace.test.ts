import { describe, expect, it } from 'vitest'
import { createControl, NEAR, STOP } from '../../src/control.js'
import { LEAD_NS, pace } from '../../src/engine/pace.js'

/** A clock that only moves when it is read or slept on. */
function fakeTime(readNs: number) {
  const time = { nowNs: 0, slept: [] as number[] }
  return {
    time,
    now: () => (time.nowNs += readNs),
    sleep: (ns: number) => {
      time.slept.push(ns)
      time.nowNs += ns
    },
  }
}

describe('pace', () => {
  it('announces each arrival its lead before its instant, asleep until then', () => {
    const control = createControl()
    const { time, now, sleep } = fakeTime(1000)
    const scheduledNs = Float64Array.of(1e6, 2e6, 4e6)
    const announcedBefore: number[] = []
    const watched = (ns: number): void => {
      announcedBefore.push(Atomics.load(control, NEAR))
      sleep(ns)
    }
    pace({ scheduledNs, control, now, sleep: watched })
    expect(announcedBefore).toEqual([0, 1, 2])
    expect(Atomics.load(control, NEAR)).toBe(3)
    for (const [index, sum] of [1e6, 2e6, 4e6].entries()) {
      const sleptNs = time.slept.slice(0, index + 1).reduce((total, ns) => total + ns, 0)
      expect(Math.abs(sum - LEAD_NS - sleptNs)).toBeLessThan(10_000)
    }
  })

  it('announces together what is near together', () => {
    const control = createControl()
    const { time, now, sleep } = fakeTime(1000)
    time.nowNs = 5e6
    pace({ scheduledNs: Float64Array.of(0, 2e6, 4e6, 5.2e6, 6e6), control, now, sleep })
    expect(Atomics.load(control, NEAR)).toBe(5)
    expect(time.slept).toHaveLength(1)
  })

  it('ends when the cell is stopped', () => {
    const control = createControl()
    const { now, sleep } = fakeTime(1000)
    const stopping = (ns: number): void => {
      sleep(ns)
      Atomics.store(control, STOP, 1)
    }
    pace({ scheduledNs: Float64Array.of(0, 1e9, 2e9), control, now, sleep: stopping })
    expect(Atomics.load(control, NEAR)).toBe(1)
  })
})
