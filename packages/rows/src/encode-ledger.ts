import { RowsInputError } from './errors.js'
import type { ColumnKind, Ledger, LedgerRow } from './ledger.js'

function cell(value: string | number | null, kind: ColumnKind, where: string): string {
  if (value === null) {
    if (!kind.endsWith('?')) throw new RowsInputError('LAT_ROWS_LEDGER', `${where} is null, and this column always has a value`)
    return '-'
  }
  if (typeof value === 'string') return value.replace(/[\s\p{Cc}]+/gu, ' ').trim() || '-'
  if (!Number.isFinite(value) || (kind.startsWith('integer') && !Number.isSafeInteger(value))) {
    throw new RowsInputError('LAT_ROWS_LEDGER', `${where} is ${value}, not a ${kind.startsWith('integer') ? 'whole' : 'finite'} number`)
  }
  return String(value)
}

/**
 * Text of a ledger: a comment that says what it is, the column names, one aligned line per row.
 *
 * Line ends, control characters and runs of blanks inside a text become one blank, and an empty text a `-`, so that a message of any
 * origin stays on its line. A ledger without rows says "positively none"; one that was never written says nothing.
 *
 * @throws {RowsInputError} on a number that is not finite, or not whole where it must be, or a line that would read as a comment
 * @example encodeLedger(droppedIterations, [{ cell: 'enforce-nonstream-150-r1', scheduled: 6000, dropped: 2, allowance: 60, warmupDropped: 0 }]).split('\n').length // 4
 */
export function encodeLedger<L extends Ledger>(ledger: L, rows: Iterable<LedgerRow<L>>): string {
  const names = Object.keys(ledger.columns)
  const table = [names]
  for (const row of rows as Iterable<Readonly<Record<string, string | number | null>>>) {
    table.push(names.map((name) => cell(row[name] ?? null, ledger.columns[name]!, `${ledger.file}: ${name} of line ${table.length + 2}`)))
  }
  const comment = table.findIndex(([first]) => first!.startsWith('#'))
  if (comment > 0) throw new RowsInputError('LAT_ROWS_LEDGER', `${ledger.file}: ${names[0]} of line ${comment + 2} starts with "#", and its line would read as a comment`)
  const widths = names.map((_, column) => table.reduce((width, line) => Math.max(width, line[column]!.length), 0))
  const lines = table.map((line) => line.map((text, column) => (ledger.columns[names[column]!]!.startsWith('text') ? text.padEnd(widths[column]!) : text.padStart(widths[column]!))).join('  ').trimEnd())
  return [`# ${ledger.about}`, ...lines, ''].join('\n')
}
