import { thinned } from './atoms.js'
import { evaluate, firstReaching, gather, moments, type DifferenceLaw, type Point } from './difference-law.js'
import { normalQuantile } from './elementary/normal-quantile.js'
import { tooFarApart } from './errors.js'

/** So few combinations are listed instead of searched. */
const LISTED = 16384
/** Combinations that may lie in the window around a guess from the coarser law; it is made for a quarter of them. */
const IN_WINDOW = 400000
/** Above so many combinations, the search starts from the answer for a coarser law. */
const COARSE_FIRST = 1e7

function probit(p: number): number {
  return p <= 0 ? -40 : p >= 1 ? 40 : normalQuantile(p)
}

/**
 * Quantile function of the median of an odd number of independent differences, exactly: the smallest
 * difference at which the law reaches p. Narrows a bracket by interpolating on the normal scale, where the
 * law is nearly straight, and lists the last few combinations.
 */
export function differenceQuantile(terms: readonly DifferenceLaw[]): (p: number) => number {
  const shapes = terms.map(({ treatment, baseline }) => {
    const t = moments(treatment)
    const b = moments(baseline)
    return { mean: t.mean - b.mean, deviation: Math.sqrt(t.variance + b.variance) }
  })
  const middle = [...shapes].sort((a, b) => a.mean - b.mean)[shapes.length >> 1]!
  const lowest = Math.min(...terms.map(({ treatment, baseline }) => treatment.values[0]! - baseline.values.at(-1)!))
  const highest = Math.max(...terms.map(({ treatment, baseline }) => treatment.values.at(-1)! - baseline.values[0]!))
  if (!(highest - lowest < Infinity)) throw tooFarApart('treatment and baseline')
  const all = terms.reduce((sum, { treatment, baseline }) => sum + treatment.values.length * baseline.values.length, 0)
  const coarse =
    all > COARSE_FIRST
      ? differenceQuantile(terms.map(({ treatment, baseline }) => ({ treatment: thinned(treatment, 8), baseline: thinned(baseline, 8) })))
      : null

  const listed = (low: Point, high: Point, p: number): number => {
    const gathered = gather(terms, low.at, high.at, LISTED)
    return (gathered && firstReaching(gathered, p)) ?? high.at
  }

  return (p) => {
    let low: Point = { at: -Infinity, reached: 0, below: new Float64Array(terms.length), combinations: 0 }
    let high: Point = { at: highest, reached: 1, below: new Float64Array(terms.length).fill(1), combinations: all }
    if (all <= LISTED) return listed(low, high, p)

    const target = normalQuantile(p)
    const guess = coarse ? coarse(p) : middle.mean + target * middle.deviation
    const margin = middle.deviation * (coarse ? Math.min(0.1, IN_WINDOW / all) : 0.1)
    if (coarse) {
      const window = gather(terms, guess - margin, guess + margin, IN_WINDOW)
      const found = window && firstReaching(window, p)
      if (found !== null) return found
    }
    const start = [guess - margin, guess + margin]
    let slow = 0
    while (high.combinations - low.combinations > LISTED) {
      const from = low.at === -Infinity ? lowest : low.at
      const width = high.at - from
      let at = start.shift() ?? NaN
      if (!(at > from && at < high.at)) {
        const share = (target - probit(low.reached)) / (probit(high.reached) - probit(low.reached))
        // aim a little past the root, so that the far end moves and not always the near one
        at = slow >= 2 || !(share > 0 && share < 1) ? from + width / 2 : from + width * (share < 0.5 ? share + 0.01 : share - 0.01)
        if (!(at > from && at < high.at)) at = from + width / 2
        // nothing lies between: the lowest value itself is still unexamined, all others are neighbours
        if (!(at > from && at < high.at)) {
          if (low.at !== -Infinity) return high.at
          at = lowest
        }
      }
      const point = evaluate(terms, at)
      if (point.reached >= p) high = point
      else low = point
      if (at === lowest && high === point) return lowest
      slow = high.at - low.at > width / 2 ? slow + 1 : 0
    }
    return listed(low, high, p)
  }
}
