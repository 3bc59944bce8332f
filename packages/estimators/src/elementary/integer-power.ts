/**
 * x^n for a whole `n >= 0` by repeated squaring.
 *
 * @example integerPower(0.999, 3688) // 0.024976…, the chance that none of 3,688 values lies above P99.9
 */
export function integerPower(x: number, n: number): number {
  let result = 1
  let base = x
  for (let rest = n; rest > 0; ) {
    if (rest % 2 === 1) result *= base
    rest = Math.floor(rest / 2)
    if (rest > 0) base *= base
  }
  return result
}
