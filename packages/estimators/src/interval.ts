/** What was drawn again, in thought or by lot, to obtain an interval. */
export type Resampled = 'withinCells' | 'acrossRepetitions' | 'acrossRuns'

export type IntervalMethod =
  | 'percentile-bootstrap-exact'
  | 'percentile-bootstrap-seeded'
  | 'order-statistic'
  | 'order-statistic-dependent'
  | 'student-t'
  | 'sign-order-statistic'
  | 'signed-rank'
  | 'rank-sum'
  | 'sign-mixture-sequence'
  | 'hartung-knapp'
  | 'random-effects-prediction'
  | 'student-t-prediction'
  | 'order-statistic-prediction'

/** An interval that says what it is an interval of. */
export interface Interval {
  /** `null` where the data put no bound on this side. */
  readonly low: number | null
  readonly high: number | null
  /** Confidence level in (0, 1): the exact one where the method knows it, else the one asked for. */
  readonly level: number
  readonly method: IntervalMethod
  readonly resampled: Resampled
  /** The estimate this interval belongs to: the t interval is for a mean, the sign interval for a median. */
  readonly centre: number
}
