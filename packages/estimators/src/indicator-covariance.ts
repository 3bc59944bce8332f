/** Autocovariances of a row of zeros and ones, as sums over all pairs that lie `lag` apart. */
export interface IndicatorCovariance {
  /** Share of ones. */
  readonly mean: number
  /** Sum of (x_i - mean)(x_(i - lag) - mean). */
  readonly at: (lag: number) => number
}

/** Ones among the 32 bits of a word. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Counts the pairs of ones in whole numbers, 32 at a time, and subtracts the mean once at the end: an order of
 * magnitude less work than multiplying, and no rounding but the last.
 */
export function indicatorCovariance(count: number, isOne: (index: number) => boolean): IndicatorCovariance {
  const words = (count + 31) >>> 5
  // one empty word more, which a shift past the end reads
  const bits = new Uint32Array(words + 1)
  let total = 0
  for (let i = 0; i < count; i++) {
    if (!isOne(i)) continue
    bits[i >>> 5]! |= 1 << (i & 31)
    total++
  }
  const mean = total / count
  const bit = (index: number): number => (bits[index >>> 5]! >>> (index & 31)) & 1

  // ones among the first and among the last `known` values
  let known = 0
  let first = 0
  let last = 0
  return {
    mean,
    at: (lag) => {
      if (lag === 0) return (total * (count - total)) / count
      if (lag < known) known = first = last = 0
      for (; known < lag; known++) {
        first += bit(known)
        last += bit(count - 1 - known)
      }
      const skip = lag >>> 5
      const shift = lag & 31
      let both = 0
      for (let w = 0; w + skip < words; w++) {
        const later = bits[w + skip]!
        both += ones(bits[w]! & (shift === 0 ? later : (later >>> shift) | (bits[w + skip + 1]! << (32 - shift))))
      }
      return both - mean * (2 * total - first - last) + (count - lag) * mean * mean
    },
  }
}
