const LONGEST_UNIT_S = 1e9
const RELATIVE_ERROR = 1e-12

/** `count` arrivals in `seconds`, both whole. */
export interface WholeRate {
  readonly count: number
  readonly seconds: number
}

/**
 * A rate as whole arrivals per whole seconds, in lowest terms, for engines that take nothing else; `null` when there is
 * none below one arrival in 1e9 s. By continued fractions, to one part in 1e12.
 *
 * @example wholeRate(33.3) // { count: 333, seconds: 10 }
 */
export function wholeRate(ratePerSecond: number): WholeRate | null {
  let [beforeCount, beforeSeconds] = [1, 0]
  let [count, seconds] = [Math.floor(ratePerSecond), 1]
  let rest = ratePerSecond - count
  while (Math.abs(count / seconds - ratePerSecond) > ratePerSecond * RELATIVE_ERROR && rest > 0 && seconds <= LONGEST_UNIT_S) {
    const whole = Math.floor(1 / rest)
    rest = 1 / rest - whole
    ;[beforeCount, count] = [count, whole * count + beforeCount]
    ;[beforeSeconds, seconds] = [seconds, whole * seconds + beforeSeconds]
  }
  return count > 0 && seconds <= LONGEST_UNIT_S ? { count, seconds } : null
}
