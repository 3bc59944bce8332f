import { quantile } from '@lat/estimators'
import type { Row } from '@lat/rows'
import { durationNs } from '@lat/rows'

/** Answered rows of one arm of an interleaved cell, in the order of their arrival. */
export interface ArmSample {
  readonly durationNs: readonly number[]
  /** What the plant says it added to each of those requests; empty for an arm without one. */
  readonly plantedNs: readonly number[]
}

/** Splits the rows of an interleaved cell by arm, over `blocks` equal stretches of the cell. */
export function samplesByBlock(rows: Iterable<Row> & { readonly length: number }, blocks: number): readonly ReadonlyMap<string, ArmSample>[] {
  const split = Array.from({ length: blocks }, () => new Map<string, { durationNs: number[]; plantedNs: number[] }>())
  for (const row of rows) {
    const duration = durationNs(row)
    if (row.outcome !== 'ok' || duration === null) continue
    const block = split[Math.min(blocks - 1, Math.floor((row.sequence * blocks) / rows.length))]!
    const arm = block.get(row.arm) ?? { durationNs: [], plantedNs: [] }
    block.set(row.arm, arm)
    arm.durationNs.push(duration)
    if (row.plantedNs !== null) arm.plantedNs.push(row.plantedNs)
  }
  return split
}

/** Median of one arm in one block. @throws {RangeError} when the arm has no answered row there */
export function medianOf(block: ReadonlyMap<string, ArmSample>, arm: string, series: keyof ArmSample = 'durationNs'): number {
  const values = block.get(arm)?.[series] ?? []
  if (values.length === 0) throw new RangeError(`Arm "${arm}" has no ${series} in one stretch of the cell: raise --rows.`)
  return quantile(values, 0.5)
}
