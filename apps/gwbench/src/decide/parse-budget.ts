import { parseShortDuration } from './parse-short-duration.js'

export type BudgetQuantity = 'p50' | 'p90' | 'p99'

/** What a target may add: to its baseline, at one quantile. */
export interface Budget {
  /** `null` for every target of the run. */
  readonly treatment: string | null
  /** `direct` when not said otherwise. */
  readonly baseline: string | null
  readonly quantity: BudgetQuantity
  readonly limitNs: number
}

/**
 * Reads `[TARGET[/BASELINE]:][p50=|p90=|p99=]DURATION`.
 *
 * @returns the budget, or a sentence that says what is wrong with it
 * @example parseBudget('enforce/passthrough:500us') // { treatment: 'enforce', baseline: 'passthrough', quantity: 'p50', limitNs: 500000 }
 */
export function parseBudget(text: string): Budget | string {
  const [, treatment, baseline, quantity, duration] = /^(?:([^/:=]+)(?:\/([^/:=]+))?:)?(?:(p50|p90|p99)=)?([^:=]+)$/.exec(text) ?? []
  const limitNs = duration === undefined ? null : parseShortDuration(duration)
  if (limitNs === null || limitNs === 0) return `--budget is "${text}"; it is [TARGET[/BASELINE]:][p50=|p90=|p99=]DURATION, such as 500us, p99=1ms or enforce/passthrough:500us`
  return { treatment: treatment ?? null, baseline: baseline ?? null, quantity: (quantity as BudgetQuantity | undefined) ?? 'p50', limitNs }
}
