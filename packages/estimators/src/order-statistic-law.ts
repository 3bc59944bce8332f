import { exp } from './elementary/exp.js'
import { ln } from './elementary/ln.js'
import { ln1pMinus } from './elementary/ln1p-minus.js'

/**
 * Where the r-th smallest value of a resample lies among the sorted data, and where the next one lies given
 * that: everything a bootstrap of an interpolated quantile can do, without drawing anything.
 *
 * Indices count from 0 into the sorted data and start at `first`; those outside carry less than 1e-17 of the mass.
 */
export interface OrderStatisticLaw {
  readonly count: number
  readonly rank: number
  readonly first: number
  /** P(J = first + i) for the r-th order statistic J. */
  readonly probability: Float64Array
  /** P(J <= first + i). */
  readonly cumulative: Float64Array
  /** P(J = first + i and the next order statistic lies beyond first + i). */
  readonly beyond: Float64Array
  /** P(next > first + i | next > first + i - 1, J before both): multiplies `beyond` step by step. */
  readonly decay: Float64Array
}

const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363]
const WEIGHTS = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]
const CUT = 1e-18

/** Density of the r-th of n uniforms up to a constant, 1 at its mode; `a = r - 1`, `b = n - r`. */
function density(a: number, b: number, u: number): number {
  if (a === 0) return b === 0 ? 1 : exp(b * ln(1 - u))
  if (b === 0) return exp(a * ln(u))
  const mode = a / (a + b)
  return exp(a * ln1pMinus((u - mode) / mode) + b * ln1pMinus((mode - u) / (1 - mode)))
}

/** Mass of the cell [j/n, (j+1)/n], Gauss-Legendre on 8 points: exact for n <= 16, below 1e-15 beyond. */
function gaussCell(a: number, b: number, n: number, j: number): number {
  let sum = 0
  for (let i = 0; i < 4; i++) {
    const offset = 0.5 * NODES[i]!
    sum += WEIGHTS[i]! * (density(a, b, (j + 0.5 - offset) / n) + density(a, b, (j + 0.5 + offset) / n))
  }
  return (sum * 0.5) / n
}

/**
 * Mass of the same cell from the density and its first two derivatives at the two edges, which neighbours
 * share: one density per cell. The error falls with the sixth power of the law's width in cells.
 */
function hermiteCells(a: number, b: number, n: number): (j: number) => number {
  const at = (edge: number): readonly [f: number, slope: number, bend: number] => {
    const u = edge / n
    const f = density(a, b, u)
    const l = a / u - b / (1 - u)
    return [f, f * l, f * (l * l - a / (u * u) - b / ((1 - u) * (1 - u)))]
  }
  let edge = NaN
  let kept: readonly [number, number, number] = [0, 0, 0]
  const h = 1 / n
  return (j) => {
    const low = edge === j ? kept : at(j)
    const high = edge === j + 1 ? kept : at(j + 1)
    // going up the next cell needs this cell's upper edge, going down its lower one
    const up = edge !== j + 1
    edge = up ? j + 1 : j
    kept = up ? high : low
    return h * ((low[0] + high[0]) / 2 + h * ((low[1] - high[1]) / 10 + (h * (low[2] + high[2])) / 120))
  }
}

function compute(count: number, rank: number): OrderStatisticLaw {
  const a = rank - 1
  const b = count - rank
  const mode = count > 1 ? a / (count - 1) : 0.5
  const wide = count * mode * (1 - mode) > 1600
  const upward = wide ? hermiteCells(a, b, count) : (j: number) => gaussCell(a, b, count, j)
  const downward = wide ? hermiteCells(a, b, count) : upward

  const start = Math.min(count - 1, Math.floor(mode * count))
  const up: number[] = []
  const down: number[] = []
  let most = 0
  for (let j = start; j < count; j++) {
    const mass = upward(j)
    up.push(mass)
    if (mass > most) most = mass
    if (mass < CUT * most) break
  }
  for (let j = start - 1; j >= 0; j--) {
    const mass = downward(j)
    down.push(mass)
    if (mass > most) most = mass
    if (mass < CUT * most) break
  }

  const width = down.length + up.length
  const first = start - down.length
  const probability = new Float64Array(width)
  for (let i = 0; i < down.length; i++) probability[down.length - 1 - i] = down[i]!
  probability.set(up, down.length)
  let total = 0
  for (const mass of probability) total += mass

  const cumulative = new Float64Array(width)
  const beyond = new Float64Array(width)
  let sum = 0
  for (let i = 0; i < width; i++) {
    probability[i]! /= total
    sum += probability[i]!
    cumulative[i] = sum
    // P(N(i) = r) P(not all r among the first i | N(i) = r), N(i) = resampled values up to index i
    const upTo = first + i + 1
    if (upTo < count) {
      const u = upTo / count
      const exactly = ((u / rank) * density(a, b, u)) / total
      const step = -1 / upTo
      const joint = exactly * (upTo === 1 ? 1 : 1 - exp(rank * (step + ln1pMinus(step))))
      beyond[i] = joint < probability[i]! ? joint : probability[i]!
    }
  }
  cumulative[width - 1] = 1

  const decay = new Float64Array(Math.min(count - first, width + 96))
  for (let k = 0; k < decay.length; k++) {
    const left = count - first - k
    if (left > 1) decay[k] = exp(b * (-1 / left + ln1pMinus(-1 / left)))
  }
  return { count, rank, first, probability, cumulative, beyond, decay }
}

const recent = /* @__PURE__ */ new Map<string, OrderStatisticLaw>()
const KEPT = 64

/**
 * The law of the `rank`-th (from 1) order statistic of a resample of `count` values, and of its upper
 * neighbour: P(J <= j) = I_((j+1)/n)(r, n-r+1) (Maritz & Jarrett 1978; Hutson & Ernst 2000).
 * The last 64 laws are kept, because cells of one run share their counts.
 */
export function orderStatisticLaw(count: number, rank: number): OrderStatisticLaw {
  const key = `${count}:${rank}`
  const known = recent.get(key)
  if (known) return known
  const law = compute(count, rank)
  const oldest = recent.size >= KEPT ? recent.keys().next().value : undefined
  if (oldest !== undefined) recent.delete(oldest)
  recent.set(key, law)
  return law
}
