import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDeadlinePoller, nowNs } from '../../src/core/deadline-poller.js'

describe('createDeadlinePoller', () => {
  it('never runs before the deadline, and lets other work run meanwhile', async () => {
    const poller = createDeadlinePoller()
    let turns = 0
    let counting = true
    const count = (): void => {
      turns += 1
      if (counting) setImmediate(count)
    }
    count()
    const deadlineNs = nowNs() + 5_000_000
    const ranAtNs = await new Promise<number>((resolve) => poller.at(deadlineNs, () => resolve(nowNs())))
    counting = false
    expect(ranAtNs).toBeGreaterThanOrEqual(deadlineNs)
    expect(turns).toBeGreaterThan(2)
  })

  it('runs many deadlines in their order, each not before its time', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.integer({ min: -1_000_000, max: 4_000_000 }), { minLength: 1, maxLength: 12 }), async (delaysNs) => {
      const poller = createDeadlinePoller()
      const startNs = nowNs()
      const ran: number[] = []
      await Promise.all(delaysNs.map((delayNs) => new Promise<void>((resolve) => {
        poller.at(startNs + delayNs, () => {
          expect(nowNs()).toBeGreaterThanOrEqual(startNs + delayNs)
          ran.push(delayNs)
          resolve()
        })
      })))
      expect(ran).toHaveLength(delaysNs.length)
    }), { numRuns: 20 })
  })
})
