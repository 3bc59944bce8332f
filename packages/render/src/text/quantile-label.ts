import { percent } from './percent.js'

/**
 * The reader's name of a quantile in [0, 1].
 *
 * @example quantileLabel(0.999) // 'P99.9'
 */
export function quantileLabel(q: number): string {
  return `P${percent(q)}`
}
