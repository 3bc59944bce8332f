import type { RowsErrorCode } from './errors.js'
import { FIELD_TEXT } from './row-columns.js'
import type { Row } from './row.js'

export interface RowFault {
  readonly code: RowsErrorCode
  readonly message: string
}

const OUTCOMES: ReadonlySet<string> = new Set(['ok', 'failed', 'dropped', 'abandoned'])
const ORDERED_MARKS = ['dispatchedNs', 'connectedNs', 'writtenNs', 'firstByteNs', 'firstEventNs', 'secondEventNs', 'lastByteNs'] as const
const COMPLETE_MARKS = ['dispatchedNs', 'connectedNs', 'writtenNs', 'firstByteNs', 'lastByteNs'] as const

function integerFault(name: string, value: number): RowFault | null {
  if (value < 0) return { code: 'LAT_ROWS_NEGATIVE', message: `${name} is ${value}, and no mark is before the scheduled instant` }
  if (Number.isSafeInteger(value)) return null
  if (Number.isFinite(value) && value > Number.MAX_SAFE_INTEGER) return { code: 'LAT_ROWS_TOO_LARGE', message: `${name} is ${value}, above 2^53 - 1, where whole numbers are no longer exact` }
  return { code: 'LAT_ROWS_NOT_INTEGER', message: `${name} is ${value}, not a whole number` }
}

function markFault(row: Row): RowFault | null {
  let reached = 0
  let reachedName = 'the scheduled instant'
  for (const name of ORDERED_MARKS) {
    const mark = row[name]
    if (mark === null) continue
    const fault = integerFault(name, mark)
    if (fault !== null) return fault
    if (mark < reached) return { code: 'LAT_ROWS_MARK_ORDER', message: `${name} is ${mark} ns, before ${reachedName} at ${reached} ns` }
    reached = mark
    reachedName = name
  }
  return null
}

function outcomeFault(row: Row): RowFault | null {
  if (!OUTCOMES.has(row.outcome)) return { code: 'LAT_ROWS_OUTCOME', message: `outcome "${row.outcome}" is not ok, failed, dropped or abandoned` }
  if (row.failure !== null && !FIELD_TEXT.test(row.failure)) return { code: 'LAT_ROWS_FAILURE', message: `failure ${JSON.stringify(row.failure)} is not a code of letters, digits and . _ : -` }
  if (row.outcome === 'failed' && row.failure === null) return { code: 'LAT_ROWS_FAILURE', message: 'outcome is failed, but no failure code says why' }
  if ((row.outcome === 'ok' || row.outcome === 'dropped') && row.failure !== null) return { code: 'LAT_ROWS_FAILURE', message: `outcome is ${row.outcome}, but there is a failure code "${row.failure}"` }
  if (row.outcome === 'ok') {
    const missing = COMPLETE_MARKS.find((name) => row[name] === null)
    if (missing !== undefined) return { code: 'LAT_ROWS_MARK_MISSING', message: `outcome is ok, but ${missing} is missing` }
    if (row.status === null || row.status > 299 || row.status < 200) return { code: 'LAT_ROWS_STATUS', message: `outcome is ok, but the status is ${row.status ?? 'missing'}` }
  }
  if (row.outcome === 'dropped') {
    const present = ORDERED_MARKS.find((name) => row[name] !== null)
    if (present !== undefined) return { code: 'LAT_ROWS_MARK_ORDER', message: `outcome is dropped, but ${present} is set, and a dropped arrival was never sent` }
  }
  return null
}

/** First reason why a row cannot be what it claims to be, or `null`. Written and read rows answer to the same rules. */
export function rowFault(row: Row): RowFault | null {
  const fault = integerFault('sequence', row.sequence) ?? integerFault('scheduledNs', row.scheduledNs) ?? markFault(row)
  if (fault !== null) return fault
  if (row.status !== null && !(Number.isInteger(row.status) && row.status >= 100 && row.status <= 999)) {
    return { code: 'LAT_ROWS_STATUS', message: `status ${row.status} is not a three-digit HTTP status; leave it out when no status line arrived` }
  }
  if (row.plantedNs !== null) {
    const planted = integerFault('plantedNs', row.plantedNs)
    if (planted !== null) return planted
  }
  return outcomeFault(row)
}
