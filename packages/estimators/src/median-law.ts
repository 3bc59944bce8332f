import { joinEqual, type Atoms } from './atoms.js'
import { oddMedian } from './odd-median.js'
import { quantileLaw, type QuantileLaw } from './quantile-law.js'

/** Exact bootstrap law of the median, over an odd number of cells, of each cell's quantile. */
export function medianLaw(cells: readonly Float64Array[], q: number): QuantileLaw {
  const laws = cells.map((cell) => quantileLaw(cell, q))
  if (laws.length === 1) return laws[0]!
  const below = new Float64Array(laws.length)
  return {
    lowest: Math.min(...laws.map(({ lowest }) => lowest)),
    highest: Math.max(...laws.map(({ highest }) => highest)),
    cumulative: (t) => {
      for (let i = 0; i < below.length; i++) below[i] = laws[i]!.cumulative(t)
      return oddMedian(below)
    },
    atoms: () => medianAtoms(laws.map((law) => law.atoms())),
  }
}

/** Walks the values of all cells in ascending order and takes the median's law at each. */
function medianAtoms(cells: readonly Atoms[]): Atoms {
  const count = cells.reduce((sum, { values }) => sum + values.length, 0)
  const values = new Float64Array(count)
  const probabilities = new Float64Array(count)
  const next = new Int32Array(cells.length)
  const below = new Float64Array(cells.length)
  let used = 0
  let before = 0
  for (let step = 0; step < count; step++) {
    let from = -1
    let least = Infinity
    for (let c = 0; c < cells.length; c++) {
      const i = next[c]!
      if (i < cells[c]!.values.length && cells[c]!.values[i]! < least) {
        least = cells[c]!.values[i]!
        from = c
      }
    }
    below[from] = cells[from]!.cumulative[next[from]!]!
    next[from]!++
    const now = oddMedian(below)
    const mass = now - before
    if (mass < 1e-18) continue
    values[used] = least
    probabilities[used++] = mass
    before = now
  }
  return joinEqual(values, probabilities, used)
}
