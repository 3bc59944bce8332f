/**
 * Which arm of a pair runs first.
 *
 * `seed` always runs the baseline first, as the protocol's own runs did, so a monotone drift biases every pair alike.
 * `counterbalanced` alternates the order over the repetitions so that such a drift cancels.
 */
export type Design = 'seed' | 'counterbalanced'

const reversed = [false, true, true, false, false, true]

/** The two arms of repetition `repetition` (from 1) in the order they are measured. */
export function armOrder<const A>(design: Design, [first, second]: readonly [A, A], repetition: number): readonly [A, A] {
  const swap = design === 'counterbalanced' && reversed[(repetition - 1) % reversed.length]!
  return swap ? [second, first] : [first, second]
}
