import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLedger, nothing, type Amounts, type Reservation } from '../../src/budget/ledger.js'
import { bucketMs, windowMs } from '../../src/budget/rolling-window.js'

const startMs = 1_800_000_000_000
const of = (tokens: number, microDollars = 0): Amounts => ({ tokens, microDollars })
const reserved = (admitted: ReturnType<ReturnType<typeof createLedger>['admit']>): Reservation => {
  if ('reason' in admitted) throw new Error(`refused: ${admitted.reason}`)
  return admitted
}

describe('createLedger', () => {
  it('holds an estimate back until it is settled with what was really used', () => {
    const ledger = createLedger({ tokens: 100, microDollars: 1000, slots: 50 })
    const reservation = reserved(ledger.admit(of(60, 300), startMs))
    expect(ledger.budgets(startMs)).toMatchObject([{ type: 'tokens', used: 0, reserved: 60, remaining: 40 }, { type: 'dollars', unit: 'microdollars', used: 0, reserved: 300, remaining: 700 }])
    expect(ledger.settle(reservation, of(10, 50), startMs)).toBe(true)
    expect(ledger.budgets(startMs)).toMatchObject([{ used: 10, reserved: 0, remaining: 90 }, { used: 50, reserved: 0, remaining: 950 }])
    expect(ledger.slotsInUse()).toBe(0)
  })

  it('settles a reservation once', () => {
    const ledger = createLedger({ tokens: 100, microDollars: 1000, slots: 50 })
    const reservation = reserved(ledger.admit(of(60), startMs))
    ledger.settle(reservation, of(60), startMs)
    expect(ledger.settle(reservation, of(60), startMs)).toBe(false)
    expect(ledger.budgets(startMs)[0]).toMatchObject({ used: 60, reserved: 0 })
  })

  it('admits what just fits and refuses one token more', () => {
    const ledger = createLedger({ tokens: 100, microDollars: 1000, slots: 50 })
    expect(ledger.admit(of(101), startMs)).toMatchObject({ reason: 'budget', budget: { type: 'tokens', remaining: 100 } })
    expect(ledger.admit(of(100), startMs)).not.toHaveProperty('reason')
  })

  it('counts the budgets before the slots, tokens before dollars', () => {
    const ledger = createLedger({ tokens: 100, microDollars: 1000, slots: 1 })
    ledger.admit(of(1, 1), startMs)
    expect(ledger.admit(of(100, 1000), startMs)).toMatchObject({ reason: 'budget', budget: { type: 'tokens' } })
    expect(ledger.admit(of(1, 1000), startMs)).toMatchObject({ reason: 'budget', budget: { type: 'dollars' } })
    expect(ledger.admit(of(1, 1), startMs)).toEqual({ reason: 'slots' })
  })

  it.each([
    ['when enough of what is used has left the hour', 60, 0, 50, windowMs - bucketMs],
    ['in a second where requests in flight hold the rest', 0, 60, 50, 1000],
    ['in an hour where it cannot fit at all', 0, 0, 101, windowMs],
  ])('asks to come back %s', (_, used, held, asked, retryAfterMs) => {
    const ledger = createLedger({ tokens: 100, microDollars: 1000, slots: 50 })
    if (used > 0) ledger.settle(ledger.track(of(used)), of(used), startMs)
    ledger.track(of(held))
    expect(ledger.admit(of(asked), startMs + bucketMs)).toMatchObject({ reason: 'budget', retryAfterMs })
  })

  it('tracks beyond every limit when told to', () => {
    const ledger = createLedger({ tokens: 10, microDollars: 10, slots: 1 })
    const held = [ledger.track(of(100, 100)), ledger.track(of(100, 100))]
    expect(ledger.budgets(startMs)[0]).toMatchObject({ reserved: 200, remaining: -190 })
    for (const reservation of held) ledger.settle(reservation, nothing, startMs)
    expect(ledger.budgets(startMs)[0]).toMatchObject({ reserved: 0, used: 0, remaining: 10 })
  })

  it('never holds and counts more than its limits, and holds nothing once all is settled, in whatever order requests end', () => {
    const command = fc.oneof(
      fc.record({ kind: fc.constant('admit' as const), tokens: fc.nat(400), microDollars: fc.nat(400) }),
      fc.record({ kind: fc.constant('settle' as const), which: fc.nat(20), share: fc.constantFrom(0, 0.5, 1) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(windowMs) }),
    )
    fc.assert(fc.property(fc.array(command, { maxLength: 120 }), (commands) => {
      const ledger = createLedger({ tokens: 1000, microDollars: 1200, slots: 5 })
      const open: Reservation[] = []
      const settle = (index: number, share: number) => {
        const [reservation] = open.splice(index % open.length, 1)
        const { tokens, microDollars } = reservation!.amounts
        expect(ledger.settle(reservation!, of(Math.floor(tokens * share), Math.floor(microDollars * share)), nowMs)).toBe(true)
        expect(ledger.settle(reservation!, reservation!.amounts, nowMs)).toBe(false)
      }
      let nowMs = startMs
      for (const step of commands) {
        if (step.kind === 'admit') {
          const admitted = ledger.admit(of(step.tokens, step.microDollars), nowMs)
          if (!('reason' in admitted)) open.push(admitted)
        } else if (step.kind === 'wait') {
          nowMs += step.ms
        } else if (open.length > 0) {
          settle(step.which, step.share)
        }
        expect(ledger.slotsInUse()).toBe(open.length)
        expect(open.length).toBeLessThanOrEqual(5)
        for (const budget of ledger.budgets(nowMs)) expect(budget.remaining).toBeGreaterThanOrEqual(0)
      }
      while (open.length > 0) settle(0, 1)
      for (const budget of ledger.budgets(nowMs)) {
        expect(budget.reserved).toBe(0)
        expect(budget.used).toBeLessThanOrEqual(budget.limit)
      }
    }))
  })
})
