/**
 * The smallest double t in [low, high] with cumulative(t) >= p, by bisection down to neighbouring doubles.
 * `cumulative(high)` counts as 1, whatever rounding has left of it.
 */
export function smallestReaching(cumulative: (t: number) => number, low: number, high: number, p: number): number {
  if (cumulative(low) >= p) return low
  let below = low
  let reaching = high
  for (;;) {
    const middle = below + (reaching - below) / 2
    if (!(middle > below && middle < reaching)) return reaching
    if (cumulative(middle) >= p) reaching = middle
    else below = middle
  }
}
