import { describe, expect, it } from 'vitest'
import { createControl, DUE, STOP } from '../../src/control.js'
import { pace, SPIN_NS } from '../../src/engine/pace.js'

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
  it('announces each arrival at its instant, and never before it', () => {
    const control = createControl()
    const { now, sleep } = fakeTime(1000)
    const scheduledNs = Float64Array.of(0, 2e6, 4e6)
    const announced: [number, number][] = []
    const watched = (): number => {
      const nowNs = now()
      const due = Atomics.load(control, DUE)
      if (due !== (announced.at(-1)?.[0] ?? 0)) announced.push([due, nowNs])
      return nowNs
    }
    pace({ scheduledNs, control, now: watched, sleep })
    announced.push([Atomics.load(control, DUE), now()])
    expect(announced.map(([due]) => due)).toEqual([1, 2, 3])
    for (const [due, atNs] of announced) expect(atNs).toBeGreaterThanOrEqual(scheduledNs[due - 1]!)
  })

  it('sleeps up to the last stretch and spins that', () => {
    const { time, now, sleep } = fakeTime(100)
    pace({ scheduledNs: Float64Array.of(10e6), control: createControl(), now, sleep })
    expect(time.slept).toHaveLength(1)
    expect(10e6 - SPIN_NS - time.slept[0]!).toBeLessThan(1000)
  })

  it('announces together what is due together after it was held up', () => {
    const control = createControl()
    const { time, now, sleep } = fakeTime(1000)
    time.nowNs = 5e6
    pace({ scheduledNs: Float64Array.of(0, 2e6, 4e6, 6e6), control, now, sleep })
    expect(Atomics.load(control, DUE)).toBe(4)
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
    expect(Atomics.load(control, DUE)).toBe(1)
  })
})
