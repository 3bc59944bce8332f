import type { Round } from '../measure/round.js'
import type { Conditions } from './conditions.js'

/** One run as it was measured. */
export interface RunRecord {
  /** From 0, discarded runs counted too. */
  readonly number: number
  /** A run whose load ended above the limit is discarded, not averaged. */
  readonly kept: boolean
  /** 1-minute load average; `null` when it could not be read. */
  readonly loadStart: number
  readonly loadEnd: number | null
  readonly conditions: Conditions
  readonly warmup: readonly Round[]
  readonly rounds: readonly Round[]
}
