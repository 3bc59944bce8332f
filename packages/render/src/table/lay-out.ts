import { formatCount } from '../text/format-count.js'
import { promptLabel } from '../text/prompt-label.js'
import { requireComplete } from './require-complete.js'
import type { Column, Table } from './table.js'

export interface LaidOut {
  readonly title: string
  /** Estimator and run where all rows share them, else absent. */
  readonly shared: readonly string[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

const contextColumns: readonly Column[] = [
  { key: 'prompt', heading: 'prompt', align: 'right' },
  { key: 'rate', heading: 'rate/s', align: 'right' },
  { key: 'n', heading: 'n', align: 'right' },
]

/**
 * A table as columns of text, complete or refused: the one path to plain text, markdown and HTML.
 * Estimator and run stand once above the table where every row has the same, in columns where not.
 */
export function layOut(table: Table): LaidOut {
  requireComplete(table)
  const contexts = table.rows.map(({ context }) => context)
  const own = (['estimator', 'run'] as const).map((key) => {
    const values = [...new Set(contexts.map((context) => context[key]))]
    return { key, shared: values.length === 1 ? values[0]! : null }
  })
  const extra = own.filter(({ shared }) => shared === null).map(({ key }) => key)

  return {
    title: table.estimate ? `ESTIMATE: ${table.title}` : table.title,
    shared: own.filter(({ shared }) => shared !== null).map(({ key, shared }) => `${key}: ${shared}`),
    columns: [...contextColumns, ...table.columns, ...extra.map((key): Column => ({ key, heading: key, align: 'left' }))],
    rows: table.rows.map(({ context, cells }) => [
      promptLabel(context),
      formatCount(context.ratePerSecond),
      context.counts.map(formatCount).join(' / '),
      ...table.columns.map(({ key }) => cells[key] ?? ''),
      ...extra.map((key) => context[key]),
    ]),
    notes: table.notes,
  }
}
