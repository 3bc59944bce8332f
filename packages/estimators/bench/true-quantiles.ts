import { quantileOfSorted } from '../src/index.js'
import { smallestReaching } from '../src/smallest-reaching.js'
import { sortAscending } from '../src/sort-ascending.js'
import { fastRandom } from './fast-random.js'
import type { Process } from './processes.js'

const COUNT = 30000
const PILOT = 40
const CELLS = 3200
const BINS = 8192

/**
 * The quantiles that intervals are to hold: from the law where it is known, else from 3,200 cells, counted on a fine grid
 * around a first estimate. An error of the truth would look like a failure of every interval; this one is a fiftieth of that of a cell.
 */
export function trueQuantiles(process: Process, qs: readonly number[], seed: string): number[] {
  const { cumulative } = process
  if (cumulative) return qs.map((q) => smallestReaching(cumulative, 0, 1e6, q))
  const fill = process.make(fastRandom(seed))
  const pilot = new Float64Array(PILOT * COUNT)
  for (let cell = 0; cell < PILOT; cell++) fill(pilot.subarray(cell * COUNT, (cell + 1) * COUNT))
  sortAscending(pilot)
  const grids = qs.map((q) => {
    const low = 0.7 * quantileOfSorted(pilot, q)
    return { low, perBin: BINS / low, counts: new Float64Array(BINS) }
  })
  const below = new Float64Array(qs.length)
  const cell = new Float64Array(COUNT)
  for (let round = 0; round < CELLS; round++) {
    fill(cell)
    for (let k = 0; k < grids.length; k++) {
      const { low, perBin, counts } = grids[k]!
      for (let i = 0; i < COUNT; i++) {
        const bin = Math.floor((cell[i]! - low) * perBin)
        if (bin < 0) below[k]!++
        else if (bin < BINS) counts[bin]!++
      }
    }
  }
  return qs.map((q, k) => {
    const { low, perBin, counts } = grids[k]!
    const target = q * CELLS * COUNT
    let sum = below[k]!
    let bin = 0
    while (bin < BINS && sum + counts[bin]! < target) sum += counts[bin++]!
    if (sum > target || bin === BINS) throw new Error(`${process.name}: P${q * 100} lies outside the grid around its first estimate`)
    return low + (bin + (target - sum) / counts[bin]!) / perBin
  })
}
