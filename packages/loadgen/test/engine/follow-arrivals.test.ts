import { describe, expect, it } from 'vitest'
import { createControl, IN_FLIGHT } from '../../src/control.js'
import { followArrivals, LINGER_NS } from '../../src/engine/follow-arrivals.js'

const READ_NS = 1000
const TURN_NS = 5000

interface Scene {
  readonly instantsNs: readonly number[]
  readonly announcedNs: readonly number[]
  readonly answerNs: number
  readonly slots?: number
  /** From here on the cell is over. */
  readonly overNs?: number
}

/** A thread whose clock moves when it is read and with every turn; answers come `answerNs` after their arrival was sent. */
function follow({ instantsNs, announcedNs, answerNs, slots = 100, overNs = Infinity }: Scene) {
  const scheduledNs = Float64Array.from(instantsNs)
  const control = createControl()
  const issued: number[] = []
  const flying: number[] = []
  let nowNs = 0
  let sleeps = 0
  let turns = 0
  const steps: (() => void)[] = []
  const arrive = (): void => {
    while (flying.length > 0 && flying[0]! <= nowNs) flying.shift()
    control[IN_FLIGHT] = flying.length
  }
  const followed = followArrivals({
    arrivals: {
      dueBy: (byNs) => scheduledNs.filter((ns) => ns <= byNs).length,
      issue(upTo) {
        while (issued.length < upTo && flying.length < slots) {
          issued.push(nowNs)
          flying.push(nowNs + answerNs)
        }
        control[IN_FLIGHT] = flying.length
      },
      get issued() {
        return issued.length
      },
      get allIssued() {
        return issued.length >= scheduledNs.length
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
    isOver: () => nowNs >= overNs,
  })
  while (steps.length > 0) steps.shift()!()
  return { issued, sleeps, turns, polledNs: followed.polledNs, endNs: nowNs }
}

const every2Ms = { instantsNs: [2e6, 4e6, 6e6], announcedNs: [1.7e6, 3.7e6, 5.7e6] }

describe('followArrivals', () => {
  it('sends at the instant, not at the announcement', () => {
    const { issued } = follow({ ...every2Ms, answerNs: 50_000 })
    for (const [index, instantNs] of every2Ms.instantsNs.entries()) {
      expect(issued[index]!).toBeGreaterThanOrEqual(instantNs)
      expect(issued[index]! - instantNs).toBeLessThanOrEqual(TURN_NS + 3 * READ_NS)
    }
  })

  it('sends at once what it hears of too late', () => {
    const { issued } = follow({ instantsNs: [1e6, 2e6], announcedNs: [1.4e6, 1.7e6], answerNs: 50_000 })
    expect(issued[0]! - 1.4e6).toBeLessThan(TURN_NS)
  })

  it('polls while it waits for an instant', () => {
    const { turns } = follow({ instantsNs: [1e6], announcedNs: [0.7e6], answerNs: 1 })
    expect(turns).toBeGreaterThan(300_000 / (16_000 + TURN_NS + 3 * READ_NS))
  })

  it('sleeps between arrivals once the answer is there, and stays awake for the last one too', () => {
    const { sleeps, endNs } = follow({ ...every2Ms, answerNs: 50_000 })
    expect(sleeps).toBe(3)
    expect(endNs).toBeGreaterThanOrEqual(6e6 + 50_000)
    expect(endNs).toBeLessThan(6e6 + 50_000 + 3 * TURN_NS)
  })

  it('stays awake for a slow answer no longer than its limit', () => {
    const { sleeps, endNs } = follow({ ...every2Ms, answerNs: 1e9 })
    expect(sleeps).toBe(3)
    expect(endNs).toBeLessThan(6e6 + LINGER_NS + 3 * TURN_NS)
  })

  it('stays awake while an arrival waits for a slot', () => {
    const { issued, sleeps } = follow({ instantsNs: [1e6, 1.1e6, 9e6], announcedNs: [0.7e6, 0.8e6, 8.7e6], answerNs: 2e6, slots: 1 })
    expect(sleeps).toBe(2)
    expect(issued[1]! - issued[0]! - 2e6).toBeLessThan(2 * TURN_NS)
  })

  it('ends when the cell is over', () => {
    expect(follow({ ...every2Ms, answerNs: 1, overNs: 3e6 }).issued).toHaveLength(1)
  })

  it('counts what it polled in vain, and not the turns that sent or read something', () => {
    const { polledNs } = follow({ ...every2Ms, answerNs: 50_000 })
    expect(polledNs).toBeGreaterThan(3 * 250_000)
    expect(polledNs).toBeLessThan(3 * (300_000 + 50_000 + 3 * TURN_NS))
  })
})
