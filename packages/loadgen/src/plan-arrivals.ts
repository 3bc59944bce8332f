import { rng } from '@lat/estimators/rng'
import { constantScheduleNs } from '@lat/rows'

export interface ArrivalPlan {
  /** Scheduled instant of every arrival, whole ns from the start of the cell, ascending: warm-up, then steady. */
  readonly scheduledNs: Float64Array
  readonly warmupCount: number
  readonly steadyCount: number
  readonly warmupEndNs: number
  readonly steadyStartNs: number
  /** End of the steady phase. */
  readonly endNs: number
}

export interface ArrivalTimes {
  readonly ratePerSecond: number
  readonly warmupMs: number
  readonly steadyStartMs: number
  readonly steadyMs: number
  readonly arrivals: 'constant' | 'poisson'
  readonly seed: string
  /** Only arrivals i with i mod `count` = `index`, of those all generators share. */
  readonly shard?: { readonly index: number; readonly count: number }
}

/** Number of instants `i / rate`, i = 0, 1, …, before the end of a window; the slack forgives one rounding of the product. */
function countIn(windowMs: number, ratePerSecond: number): number {
  return Math.max(0, Math.ceil((windowMs * ratePerSecond) / 1000 - 1e-9))
}

/**
 * The instants at which requests are due, computed before the first of them: nothing that happens later moves them.
 *
 * `constant` puts arrival i at i / rate from the start of its phase. `poisson` is a Poisson process given
 * its number of arrivals (uniform order statistics), so that both demand the same count.
 *
 * @example planArrivals({ ratePerSecond: 500, warmupMs: 0, steadyStartMs: 0, steadyMs: 10, arrivals: 'constant', seed: 's' }).scheduledNs // [0, 2e6, 4e6, 6e6, 8e6]
 */
export function planArrivals(times: ArrivalTimes): ArrivalPlan {
  const { warmupMs, steadyStartMs, steadyMs } = times
  const steadyStartNs = Math.round(steadyStartMs * 1e6)
  const warmup = planPhase('warmup', 0, warmupMs, times)
  const steady = planPhase('steady', steadyStartNs, steadyMs, times)
  const scheduledNs = new Float64Array(new SharedArrayBuffer((warmup.length + steady.length) * 8))
  scheduledNs.set(warmup)
  scheduledNs.set(steady, warmup.length)
  return {
    scheduledNs,
    warmupCount: warmup.length,
    steadyCount: steady.length,
    warmupEndNs: Math.round(warmupMs * 1e6),
    steadyStartNs,
    endNs: steadyStartNs + Math.round(steadyMs * 1e6),
  }
}

function planPhase(phase: string, startNs: number, windowMs: number, times: ArrivalTimes): Float64Array {
  const { ratePerSecond, arrivals, seed, shard = { index: 0, count: 1 } } = times
  const instants = new Float64Array(countIn(windowMs, ratePerSecond))
  if (arrivals === 'constant') for (let i = 0; i < instants.length; i += 1) instants[i] = startNs + constantScheduleNs(i, ratePerSecond)
  else {
    const random = rng(`${seed}/arrivals/${phase}`)
    for (let i = 0; i < instants.length; i += 1) instants[i] = startNs + Math.floor(random.uniform() * windowMs * 1e6)
    instants.sort()
  }
  return shard.count === 1 ? instants : instants.filter((_instant, i) => i % shard.count === shard.index)
}
