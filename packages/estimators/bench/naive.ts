/**
 * What the estimators are measured against: draw n values again, sort, interpolate; 2000 times. With a fast
 * generator (xoshiro128**), because seedrandom alone would take longer than the sorting and flatter the ratio.
 */
export function naiveBootstrap(values: Float64Array, qs: readonly number[], resamples: number, seed: number): Float64Array[] {
  const n = values.length
  const draws = qs.map(() => new Float64Array(resamples))
  const drawn = new Float64Array(n)
  let a = seed | 1
  let b = 0x9e3779b9
  let c = 0x243f6a88
  let d = 0xb7e15162
  for (let r = 0; r < resamples; r++) {
    for (let i = 0; i < n; i++) {
      const rotated = Math.imul(b, 5)
      const next = Math.imul((rotated << 7) | (rotated >>> 25), 9) >>> 0
      const t = b << 9
      c ^= a
      d ^= b
      b ^= c
      a ^= d
      c ^= t
      d = (d << 11) | (d >>> 21)
      drawn[i] = values[Math.floor((next / 4294967296) * n)]!
    }
    drawn.sort()
    for (let k = 0; k < qs.length; k++) {
      const position = (n - 1) * qs[k]!
      const low = Math.floor(position)
      const high = Math.min(n - 1, low + 1)
      draws[k]![r] = drawn[low]! + (position - low) * (drawn[high]! - drawn[low]!)
    }
  }
  return draws
}
