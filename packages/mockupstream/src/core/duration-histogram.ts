const SUB_BUCKETS = 8
const BUCKETS = 32 * SUB_BUCKETS
const MAX_NS = 0xffff_ffff

/** Counts of durations in buckets an eighth of a power of two wide: a constant cost per duration, whatever the number. */
export class DurationHistogram {
  readonly #counts = new Uint32Array(BUCKETS)
  #total = 0
  #maxNs = 0

  record(durationNs: number): void {
    const ns = Math.min(Math.max(1, Math.round(durationNs)), MAX_NS)
    this.#counts[bucketOf(ns)]! += 1
    this.#total += 1
    if (ns > this.#maxNs) this.#maxNs = ns
  }

  reset(): void {
    this.#counts.fill(0)
    this.#total = 0
    this.#maxNs = 0
  }

  get maxNs(): number {
    return this.#maxNs
  }

  /** Upper end of the bucket that holds the quantile, so never below it and at most an eighth above; `null` without durations. */
  quantileNs(q: number): number | null {
    if (this.#total === 0) return null
    let left = Math.max(1, Math.ceil(q * this.#total))
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      left -= this.#counts[bucket]!
      if (left <= 0) return Math.min(upperEndOf(bucket), this.#maxNs)
    }
    return this.#maxNs
  }
}

/** Whole numbers below 8 have a bucket each; above, the three bits behind the leading one choose it. */
function bucketOf(ns: number): number {
  if (ns < SUB_BUCKETS) return ns
  const exponent = 31 - Math.clz32(ns)
  return (exponent - 2) * SUB_BUCKETS + ((ns >>> (exponent - 3)) & (SUB_BUCKETS - 1))
}

function upperEndOf(bucket: number): number {
  if (bucket < SUB_BUCKETS) return bucket
  const exponent = Math.floor(bucket / SUB_BUCKETS) + 2
  return (SUB_BUCKETS + (bucket % SUB_BUCKETS) + 1) * 0x8000_0000 / (0x8000_0000 >>> (exponent - 3)) - 1
}
