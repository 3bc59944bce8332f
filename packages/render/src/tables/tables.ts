import type { Analysis } from '@lat/rows'
import { verdictLine } from '../model/judged-run.js'
import type { JudgedRun } from '../model/judged-run.js'
import { markdownTable } from '../table/markdown-table.js'
import { plainTable } from '../table/plain-table.js'
import { printable } from '../text/printable.js'
import { allTables } from './all-tables.js'

export interface TablesOptions {
  /** `brief` leaves out the shifts of `waiting` and `response`, the CPU cost and the crossings. Default `full`. */
  readonly detail?: 'brief' | 'full'
  readonly as?: 'text' | 'markdown'
}

/**
 * Every table of a run as text, the verdict last when there is one.
 *
 * @throws {RenderInputError} when a number would stand without its payload, rate, n, estimator or run, or a shift between unequal cells
 */
export function tables(analysis: Analysis, evaluation?: JudgedRun, { detail = 'full', as = 'text' }: TablesOptions = {}): string {
  const format = as === 'markdown' ? markdownTable : plainTable
  const blocks = allTables(analysis, { detail, evaluation }).map(format)
  return [...blocks, ...(evaluation === undefined ? [] : [`${printable(verdictLine(evaluation))}\n`])].join('\n')
}
