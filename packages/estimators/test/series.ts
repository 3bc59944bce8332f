import { rng } from '../src/rng.js'

/** A queue that one server works off: neighbours wait behind the same requests. */
export function queue(seed: string, count: number, utilisation: number): Float64Array {
  const { exponential } = rng(seed)
  let waiting = 0
  const sojourn = (): number => {
    const service = exponential()
    const time = waiting + service
    waiting = Math.max(0, time - exponential() / utilisation)
    return time
  }
  for (let i = 0; i < 2000; i++) sojourn()
  return Float64Array.from({ length: count }, sojourn)
}

/** Uniform in (-1/2, 1/2), from a generator that other languages repeat to the last bit (Lehmer's, Park & Miller's constants). */
function lehmer(seed: number): () => number {
  let state = seed
  return () => {
    state = (16807 * state) % 2147483647
    return state / 2147483647 - 0.5
  }
}

/** Each value keeps a share of the last one. */
export function kept(seed: number, count: number, share: number): Float64Array {
  const uniform = lehmer(seed)
  let last = 0
  return Float64Array.from({ length: count }, () => (last = share * last + uniform()))
}

/** Each value repeats a share of the fresh part of the one `lag` before. */
function echo(seed: number, count: number, lag: number, share: number): Float64Array {
  const uniform = lehmer(seed)
  const fresh = Float64Array.from({ length: count + lag }, uniform)
  return Float64Array.from({ length: count }, (_, i) => fresh[i + lag]! + share * fresh[i]!)
}

/** Noise on a level that is drawn anew every `stay` values, `size` times as large as the noise. */
export function levels(seed: number, count: number, stay: number, size: number): Float64Array {
  const uniform = lehmer(seed)
  let level = 0
  return Float64Array.from({ length: count }, (_, i) => {
    if (i % stay === 0) level = size * uniform()
    return level + uniform()
  })
}

/** A series as the reference file names it. */
export interface Series {
  readonly series: 'kept' | 'echo' | 'levels'
  readonly given: readonly number[]
}

export function seriesOf({ series, given: [seed, count, third, fourth] }: Series): Float64Array {
  if (series === 'kept') return kept(seed!, count!, third!)
  return (series === 'echo' ? echo : levels)(seed!, count!, third!, fourth!)
}
