/** Largest number of instants in any window of the given length, both ends included; NaN entries are skipped. */
export function worstWindow(instants: Iterable<number>, windowNs: number): number {
  const ascending = Float64Array.from(instants).filter((instant) => !Number.isNaN(instant)).sort()
  let worst = 0
  let from = 0
  for (let to = 0; to < ascending.length; to += 1) {
    while (ascending[to]! - ascending[from]! > windowNs) from += 1
    worst = Math.max(worst, to - from + 1)
  }
  return worst
}
