import { checkOptions } from './check-options.js'
import { badOption } from './errors.js'
import type { Interval } from './interval.js'

/** What is allowed; a side left out is not limited. */
export interface Budget {
  readonly low?: number | null
  readonly high?: number | null
}

export type Equivalence = 'within' | 'outside' | 'unresolved'

/**
 * Whether an interval settles a budget: `within` when it lies inside, `outside` when it lies wholly beyond,
 * else `unresolved`: more repetitions are the answer, not a closer look at the same ones.
 *
 * A 90 % interval makes this the two one-sided tests at 5 % each (Schuirmann 1987; Lakens 2017).
 *
 * @throws {EstimatorInputError} on a budget without a side, or with its sides exchanged
 * @example equivalence({ low: 480, high: 515 }, { high: 1000 }) // 'within'
 */
export function equivalence(interval: Pick<Interval, 'low' | 'high'> | null, budget: Budget): Equivalence {
  checkOptions(budget, ['low', 'high'])
  const floor = budget.low ?? null
  const ceiling = budget.high ?? null
  for (const side of [floor, ceiling]) if (side !== null && !Number.isFinite(side)) throw badOption('budget', side, 'made of finite numbers')
  if (floor === null && ceiling === null) throw badOption('budget', 'empty', 'bounded on at least one side')
  if (floor !== null && ceiling !== null && floor > ceiling) throw badOption('budget', `${floor} … ${ceiling}`, 'given as low <= high')
  if (interval === null) return 'unresolved'
  const { low, high } = interval
  if (low !== null && high !== null && !(low <= high)) throw badOption('interval', `${low} … ${high}`, 'given as low <= high')
  if ((ceiling !== null && low !== null && low > ceiling) || (floor !== null && high !== null && high < floor)) return 'outside'
  const aboveFloor = floor === null || (low !== null && low >= floor)
  const belowCeiling = ceiling === null || (high !== null && high <= ceiling)
  return aboveFloor && belowCeiling ? 'within' : 'unresolved'
}
