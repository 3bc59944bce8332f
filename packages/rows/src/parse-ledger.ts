import { RowsInputError, type Place } from './errors.js'
import type { ColumnKind, Ledger, LedgerRow } from './ledger.js'

function value(text: string, kind: ColumnKind, name: string, place: Place): string | number | null {
  if (text === '-' && kind.endsWith('?')) return null
  if (kind.startsWith('text')) return text
  const number = Number(text)
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text) || !Number.isFinite(number) || (kind.startsWith('integer') && !Number.isSafeInteger(number))) {
    throw new RowsInputError('LAT_ROWS_LEDGER', `${name} ${JSON.stringify(text)} is not a ${kind.startsWith('integer') ? 'whole' : 'finite'} number`, place)
  }
  return number
}

/**
 * Rows of a ledger, from the text that `encodeLedger` wrote.
 *
 * @param source name of the file, for messages
 * @throws {RowsInputError} with `file:line` on other columns, a wrong number of fields, or a value of another kind
 */
export function parseLedger<L extends Ledger>(ledger: L, text: string, source: string = ledger.file): LedgerRow<L>[] {
  const names = Object.keys(ledger.columns)
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n')
  if (lines.at(-1) !== '') throw new RowsInputError('LAT_ROWS_TRUNCATED', 'the last line has no line end, so the file was cut', { source, line: lines.length })

  const rows: LedgerRow<L>[] = []
  let headed = false
  lines.slice(0, -1).forEach((line, index) => {
    const place = { source, line: index + 1 }
    if (line.trim() === '' || line.startsWith('#')) return
    const fields = line.trim().split(/\s{2,}/)
    if (!headed) {
      if (fields.join(' ') !== names.join(' ')) throw new RowsInputError('LAT_ROWS_LEDGER', `columns are ${fields.join(', ')} instead of ${names.join(', ')}`, place)
      headed = true
      return
    }
    if (fields.length !== names.length) throw new RowsInputError('LAT_ROWS_LEDGER', `${fields.length} fields where there are ${names.length} columns`, place)
    rows.push(Object.fromEntries(names.map((name, column) => [name, value(fields[column]!, ledger.columns[name]!, name, place)])) as LedgerRow<L>)
  })
  if (!headed) throw new RowsInputError('LAT_ROWS_LEDGER', 'there are no column names', { source, line: lines.length })
  return rows
}
