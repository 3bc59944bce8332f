/**
 * A share in [0, 1] as percent digits, without trailing zeros and without the sign.
 *
 * @example percent(0.9375) // '93.75'
 */
export function percent(share: number): string {
  return (share * 100).toFixed(2).replace(/\.?0+$/, '')
}
