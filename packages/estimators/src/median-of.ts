/** Median of a small scratch array, which it reorders. */
export function medianOf(scratch: Float64Array): number {
  for (let i = 1; i < scratch.length; i++) {
    const value = scratch[i]!
    let j = i - 1
    while (j >= 0 && scratch[j]! > value) {
      scratch[j + 1] = scratch[j]!
      j--
    }
    scratch[j + 1] = value
  }
  const middle = scratch.length >> 1
  return scratch.length % 2 === 1 ? scratch[middle]! : scratch[middle - 1]! + (scratch[middle]! - scratch[middle - 1]!) / 2
}
