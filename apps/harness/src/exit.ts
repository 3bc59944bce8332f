import { HarnessInputError } from './errors.js'

/** 0 valid, 1 refused or violated, 2 usage, 3 could not measure or judge, 130 interrupted. */
export function exitCodeOf(error: unknown): 1 | 2 | 3 | 130 {
  if (error instanceof HarnessInputError) {
    if (error.code === 'LAT_HARNESS_USAGE') return 2
    if (error.code === 'LAT_HARNESS_INTERRUPTED') return 130
    if (error.code === 'LAT_HARNESS_REFUSED' || error.code === 'LAT_HARNESS_ALTERED' || error.code === 'LAT_HARNESS_CELL_BROKEN') return 1
    return 3
  }
  if (!(error instanceof Error)) return 3
  // What the command-line parser throws on an unknown or incomplete option.
  if (error.name === 'CACError') return 2
  const code = (error as { code?: unknown }).code
  if (code === 'LAT_SUBJ_ABORTED') return 130
  if (code === 'LAT_SUBJ_PORT_HELD') return 1
  // Rows that are not the ones the MANIFEST describes: the check did its work and says no.
  if (code === 'LAT_ROWS_DIGEST') return 1
  return 3
}

/** What the user is told: code and message of a known failure, by which the triage page lists it; the stack of one nobody foresaw. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as { code?: unknown }).code
  if (error.name === 'CACError') return `lat-harness: LAT_HARNESS_USAGE: ${error.message}`
  if (typeof code === 'string' && code.startsWith('LAT_')) return `lat-harness: ${code}: ${error.message}`
  return error.stack ?? error.message
}
