import { describe, expect, it } from 'vitest'
import { createControl, IN_FLIGHT } from '../../src/control.js'
import { followArrivals, LINGER_NS } from '../../src/engine/follow-arrivals.js'

const READ_NS = 1000
const TURN_NS = 5000

/** A thread whose clock moves when it is read and with every turn; answers come `answerNs` after their arrival. */
function follow(instantsNs: number[], announcedNs: number[], answerNs: number) {
  const scheduledNs = Float64Array.from(instantsNs)
  const control = createControl()
  const issued: number[] = []
  const flying: number[] = []
  let nowNs = 0
  let next = 0
  let sleeps = 0
  let turns = 0
  const steps: (() => void)[] = []
  const arrive = (): void => {
    while (flying.length > 0 && flying[0]! <= nowNs) flying.shift()
    control[IN_FLIGHT] = flying.length
  }
  followArrivals({
    arrivals: {
      dueBy: (byNs) => scheduledNs.filter((ns) => ns <= byNs).length,
      issue(upTo) {
        for (; next < upTo; next += 1) {
          issued.push(nowNs)
          flying.push(nowNs + answerNs)
        }
        control[IN_FLIGHT] = flying.length
      },
      get issued() {
        return next
      },
      get allIssued() {
        return next >= scheduledNs.length
      },
    },
    scheduledNs,
    control,
    now: () => (nowNs += READ_NS),
    near: () => announcedNs.filter((ns) => ns <= nowNs).length,
    nextTurn(step) {
      turns += 1
      steps.push(() => {
        nowNs += TURN_NS
        arrive()
        step()
      })
    },
    sleep(near, step) {
      sleeps += 1
      steps.push(() => {
        nowNs = Math.max(nowNs, announcedNs[near]!)
        arrive()
        step()
      })
    },
    isOver: () => false,
  })
  while (steps.length > 0) steps.shift()!()
  return { issued, sleeps, turns }
}

describe('followArrivals', () => {
  it('sends at the instant, not at the announcement', () => {
    const { issued } = follow([2e6, 4e6, 6e6], [1.7e6, 3.7e6, 5.7e6], 50_000)
    for (const [index, instantNs] of [2e6, 4e6, 6e6].entries()) {
      expect(issued[index]!).toBeGreaterThanOrEqual(instantNs)
      expect(issued[index]! - instantNs).toBeLessThanOrEqual(TURN_NS + 3 * READ_NS)
    }
  })

  it('sends at once what it hears of too late', () => {
    const { issued } = follow([1e6, 2e6], [1.4e6, 1.7e6], 50_000)
    expect(issued[0]! - 1.4e6).toBeLessThan(TURN_NS)
  })

  it('sleeps between arrivals, once the answer is there', () => {
    const quick = follow([2e6, 4e6, 6e6], [1.7e6, 3.7e6, 5.7e6], 50_000)
    expect(quick.sleeps).toBe(3)
    expect(quick.turns * TURN_NS).toBeLessThan(3 * 50_000 + 6 * TURN_NS)
  })

  it('stays awake for a slow answer no longer than its limit', () => {
    const slow = follow([2e6, 4e6], [1.7e6, 3.7e6], 1e9)
    expect(slow.sleeps).toBe(2)
    // Awake after the first arrival, and with it in flight while the second is near.
    expect(slow.turns * (TURN_NS + READ_NS)).toBeLessThan(LINGER_NS + 300_000 + 6 * TURN_NS)
  })
})
