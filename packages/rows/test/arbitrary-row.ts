import fc from 'fast-check'
import type { Row } from '../src/index.js'

/** A complete, non-streaming answer. */
export function okRow(sequence: number, overrides: Partial<Row> = {}): Row {
  return {
    sequence, arm: 'enforce', scheduledNs: Math.round((sequence * 1e9) / 300), dispatchedNs: 60_000, connectedNs: 61_000, writtenNs: 75_000, firstByteNs: 800_000,
    firstEventNs: null, secondEventNs: null, lastByteNs: 850_000, status: 200, outcome: 'ok', failure: null, reconnected: false, plantedNs: null, ...overrides,
  }
}

const gaps = fc.array(fc.oneof(fc.nat({ max: 2_000_000 }), fc.maxSafeNat().map((n) => n % 1e14)), { minLength: 7, maxLength: 7 })

/** Any row that the rules of `Row` allow. */
export const arbitraryRow: fc.Arbitrary<Row> = fc
  .record({
    gaps,
    arm: fc.constantFrom('passthrough', 'enforce'),
    scheduledNs: fc.option(fc.maxSafeNat(), { nil: null }),
    outcome: fc.constantFrom('ok' as const, 'failed' as const, 'dropped' as const, 'abandoned' as const),
    failure: fc.constantFrom('status-500', 'truncated-body', 'UND_ERR_SOCKET'),
    status: fc.integer({ min: 200, max: 299 }),
    events: fc.constantFrom(0, 1, 2),
    reached: fc.nat({ max: 5 }),
    reconnected: fc.boolean(),
    plantedNs: fc.option(fc.maxSafeNat(), { nil: null }),
  })
  .map(({ gaps, arm, scheduledNs, outcome, failure, status, events, reached, reconnected, plantedNs }) => {
    let at = 0
    const marks = gaps.map((gap) => (at += gap))
    const steps = outcome === 'ok' ? 5 : outcome === 'dropped' ? 0 : reached
    const mark = (step: number, index: number): number | null => (steps >= step ? marks[index]! : null)
    return {
      sequence: 0,
      arm,
      scheduledNs: scheduledNs ?? 0,
      dispatchedNs: mark(1, 0),
      connectedNs: mark(2, 1),
      writtenNs: mark(3, 2),
      firstByteNs: mark(4, 3),
      firstEventNs: steps >= 4 && events >= 1 ? marks[4]! : null,
      secondEventNs: steps >= 4 && events >= 2 ? marks[5]! : null,
      lastByteNs: mark(5, 6),
      status: outcome === 'ok' ? status : steps >= 4 ? 500 : null,
      outcome,
      failure: outcome === 'failed' ? failure : null,
      reconnected,
      plantedNs,
    }
  })
