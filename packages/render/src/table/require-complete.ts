import { incompleteRow, noRows } from '../errors.js'
import type { RowContext, Table } from './table.js'

const keys = ['payloadBytes', 'stream', 'ratePerSecond', 'counts', 'estimator', 'run'] as const satisfies readonly (keyof RowContext)[]
const names: Readonly<Record<(typeof keys)[number], string>> = { payloadBytes: 'payload', stream: 'response mode', ratePerSecond: 'rate', counts: 'n', estimator: 'estimator', run: 'run id' }

function isMissing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some(isMissing)
  return value === undefined || value === null || value === '' || (typeof value === 'number' && !(value >= 0 && Number.isFinite(value)))
}

/**
 * Refuses a table without rows, or with a row that lacks its payload, rate, n, estimator or run id.
 *
 * @throws {RenderInputError} naming the row and what it lacks
 */
export function requireComplete(table: Table): void {
  if (table.rows.length === 0) throw noRows(`Table "${table.name}"`)
  table.rows.forEach(({ context }, index) => {
    const missing = keys.filter((key) => isMissing((context as Partial<RowContext> | undefined)?.[key])).map((key) => names[key])
    if (missing.length > 0) throw incompleteRow(table.name, index + 1, missing)
  })
}
