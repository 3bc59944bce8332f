import type { Analysis, AnalysedCell, Arm } from '@lat/rows'
import { unequalCells } from '../errors.js'
import { promptLabel } from '../text/prompt-label.js'
import { armName } from './arm-name.js'

/** Cells of one arm at one prompt size and response mode; all have one rate. */
export interface Group {
  readonly arm: Arm
  readonly payloadBytes: number
  readonly stream: boolean
  readonly ratePerSecond: number
  /** In run order. Contended cells are left out, unless there are no others. */
  readonly cells: readonly AnalysedCell[]
  /** Successful requests of those cells. */
  readonly okCount: number
  /** Cells around which the host was busy, whether left out or not. */
  readonly contendedCells: number
}

const arms: readonly Arm[] = ['direct', 'passthrough', 'enforce', 'controla', 'controlb']

/**
 * The cell groups of a run: streaming last, then by prompt size, then by arm.
 *
 * @throws {RenderInputError} when the cells of one group differ in rate
 */
export function groups({ cells }: Pick<Analysis, 'cells'>): readonly Group[] {
  const byKey = new Map<string, AnalysedCell[]>()
  for (const cell of [...cells].sort((a, b) => a.order - b.order)) {
    const key = `${cell.arm} ${cell.payloadBytes} ${cell.stream}`
    byKey.set(key, [...(byKey.get(key) ?? []), cell])
  }

  return [...byKey.values()].map(toGroup).sort((a, b) => Number(a.stream) - Number(b.stream) || a.payloadBytes - b.payloadBytes || arms.indexOf(a.arm) - arms.indexOf(b.arm))
}

function toGroup(cells: readonly AnalysedCell[]): Group {
  const { arm, payloadBytes, stream, ratePerSecond } = cells[0]!
  const rates = [...new Set(cells.map((cell) => cell.ratePerSecond))]
  if (rates.length > 1) throw unequalCells(`The group ${armName(arm)} ${promptLabel({ payloadBytes, stream })}`, `${rates.join(' and ')} requests per second`)

  const clean = cells.filter(({ contended }) => !contended)
  const used = clean.length > 0 ? clean : cells
  return { arm, payloadBytes, stream, ratePerSecond, cells: used, okCount: used.reduce((sum, { counts }) => sum + counts.ok, 0), contendedCells: cells.length - clean.length }
}
