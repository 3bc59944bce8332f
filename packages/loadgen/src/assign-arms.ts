import { rng } from '@lat/estimators/rng'
import type { Assignment } from './cell-spec.js'

export interface ArmDraw {
  readonly assignment: Assignment
  readonly armCount: number
  readonly blockMs: number
  readonly seed: string
}

/**
 * The arm of every arrival, as its index: permuted blocks, so that no stretch of the cell favours an arm.
 *
 * `arrival`: each group of `armCount` consecutive arrivals holds every arm once, in seeded order.
 * `block`: the same for time blocks of `blockMs`, counted from the start of the cell.
 */
export function assignArms(scheduledNs: Float64Array, draw: ArmDraw): Uint8Array {
  const { assignment, armCount, blockMs, seed } = draw
  const arms = new Uint8Array(new SharedArrayBuffer(scheduledNs.length))
  if (armCount < 2 || assignment === 'cell') return arms

  const random = rng(`${seed}/arms`)
  const order = Array.from({ length: armCount }, (_, index) => index)
  let group = -1
  let shuffled: readonly number[] = order
  for (let i = 0; i < scheduledNs.length; i += 1) {
    const place = assignment === 'arrival' ? i : Math.floor(scheduledNs[i]! / (blockMs * 1e6))
    for (const wanted = Math.floor(place / armCount); group < wanted; group += 1) shuffled = random.shuffle(order)
    arms[i] = shuffled[place % armCount]!
  }
  return arms
}
