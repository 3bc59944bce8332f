import type { Profile } from '@lat/bands'
import type { Arm } from '@lat/rows'
import { cellName } from '@lat/rows'
import type { Design } from './design.js'
import { armOrder } from './design.js'
import type { ModeSettings } from './modes.js'
import { rateFor } from './rates.js'

/** Sizes of the direct baselines; every run has them, paired or not. */
const canaryBytes = 150
const directPayloadBytes = [4096, 32768]
const streamBytes = 150

/** One generator run to come: what is sent, where, and how fast. */
export interface PlannedCell {
  readonly name: string
  readonly arm: Arm
  readonly payloadBytes: number
  readonly stream: boolean
  readonly repetition: number | null
  readonly canary: 'open' | 'close' | null
  /** Place in the run, from 1. */
  readonly order: number
  readonly ratePerSecond: number
}

type Unplaced = Omit<PlannedCell, 'name' | 'order' | 'ratePerSecond'>

const direct = (payloadBytes: number, stream: boolean, repetition: number | null, canary: 'open' | 'close' | null = null): Unplaced => ({ arm: 'direct', payloadBytes, stream, repetition, canary })

/**
 * The cells of a run in the order they are measured: canary, the pairs of each repetition with the two arms of a pair
 * adjacent, the streaming repetitions, the direct payload cells, canary.
 *
 * @param rateFactor multiplies every rate; other than 1 only to see what an overloaded cell looks like
 */
export function planCells(mode: ModeSettings, profile: Profile, design: Design, rateFactor = 1): readonly PlannedCell[] {
  const cells: Unplaced[] = [direct(canaryBytes, false, null, 'open')]
  for (let repetition = 1; repetition <= mode.repetitions; repetition += 1) {
    for (const payloadBytes of mode.pairedPayloadBytes) {
      const pair = armOrder(design, ['passthrough', 'enforce'], repetition)
      cells.push(...pair.map((arm): Unplaced => ({ arm, payloadBytes, stream: false, repetition, canary: null })))
      if (payloadBytes === canaryBytes) {
        const twins = armOrder(design, ['controla', 'controlb'], repetition)
        cells.push(...twins.map((arm): Unplaced => ({ arm, payloadBytes, stream: false, repetition, canary: null })))
      }
    }
  }
  for (let repetition = 1; repetition <= mode.streamRepetitions; repetition += 1) {
    const pair = armOrder(design, ['passthrough', 'enforce'], repetition)
    cells.push(direct(streamBytes, true, repetition), ...pair.map((arm): Unplaced => ({ arm, payloadBytes: streamBytes, stream: true, repetition, canary: null })))
  }
  cells.push(...directPayloadBytes.map((payloadBytes) => direct(payloadBytes, false, null)), direct(canaryBytes, false, null, 'close'))
  return cells.map((cell, index) => ({ ...cell, name: cellName(cell), order: index + 1, ratePerSecond: rateFactor * rateFor(profile, cell.payloadBytes, cell.stream) }))
}
