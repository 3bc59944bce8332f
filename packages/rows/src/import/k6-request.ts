import { RowsInputError } from '../errors.js'
import type { ImportedRow } from './imported-cell.js'
import { k6MillisecondsNs } from './k6-milliseconds.js'
import type { K6Sample } from './k6-samples.js'
import { statusOutcome } from './status-outcome.js'
import { transportFailure } from './transport-failure.js'

const PARTS = ['http_req_sending', 'http_req_waiting', 'http_req_receiving'] as const

/** Each of four decimal texts may be off by half a nanosecond. */
const ROUNDING_NS = 2

const errorCodes: Readonly<Record<string, string>> = {
  '1050': 'timeout', '1201': 'reset', '1210': 'connect-failed', '1211': 'timeout', '1212': 'connect-refused', '1213': 'connect-failed', '1220': 'reset',
}

/** The metrics of one request, by their names. */
export type K6Request = ReadonlyMap<string, K6Sample>

type Marks = Pick<ImportedRow, 'dispatchedNs' | 'connectedNs' | 'writtenNs' | 'firstByteNs' | 'lastByteNs'>

function valueNs(request: K6Request, metric: string): number | null {
  const sample = request.get(metric)
  if (sample === undefined) return null
  const ns = k6MillisecondsNs(sample.value, metric, sample.place)
  if (ns < 0) throw new RowsInputError('LAT_ROWS_NEGATIVE', `${metric} is ${sample.value} ms, and no part of a request takes less than no time`, sample.place)
  return ns
}

function marksOf(request: K6Request, any: K6Sample): Marks {
  const durationNs = valueNs(request, 'http_req_duration')
  if (durationNs === null) throw new RowsInputError('LAT_ROWS_MARK_MISSING', 'this request has no http_req_duration', any.place)
  const blockedNs = valueNs(request, 'http_req_blocked')
  const connectedNs = blockedNs ?? 0
  const lastByteNs = connectedNs + durationNs
  const dispatchedNs = blockedNs === null ? null : 0
  const [sendingNs, waitingNs, receivingNs] = PARTS.map((part) => valueNs(request, part)) as [number | null, number | null, number | null]
  if (sendingNs === null && waitingNs === null && receivingNs === null) return { dispatchedNs, connectedNs, writtenNs: null, firstByteNs: null, lastByteNs }
  const missing = PARTS.find((part) => !request.has(part))
  if (missing !== undefined) throw new RowsInputError('LAT_ROWS_MARK_MISSING', `this request has no ${missing}`, any.place)
  const sumNs = sendingNs! + waitingNs! + receivingNs!
  if (Math.abs(sumNs - durationNs) > ROUNDING_NS) {
    throw new RowsInputError('LAT_ROWS_MARK_ORDER', `sending, waiting and receiving add up to ${sumNs} ns, but http_req_duration is ${durationNs} ns: these lines are not of one request`, any.place)
  }
  const writtenNs = connectedNs + sendingNs!
  return { dispatchedNs, connectedNs, writtenNs, firstByteNs: Math.min(writtenNs + waitingNs!, lastByteNs), lastByteNs }
}

function statusOf(sample: K6Sample): number | null {
  const text = sample.tag('status')
  if (text === '0' || text === '') return null
  if (!/^[1-9]\d\d$/.test(text)) throw new RowsInputError('LAT_ROWS_STATUS', `status ${JSON.stringify(text)} is neither 0 nor a three-digit HTTP status`, sample.place)
  return Number(text)
}

const noMarks: Marks = { dispatchedNs: null, connectedNs: null, writtenNs: null, firstByteNs: null, lastByteNs: null }

/** What one request of k6 came to. A failed one keeps no marks: the parts that k6 writes for it need not make sense. */
export function k6Request(request: K6Request): Marks & Pick<ImportedRow, 'status' | 'outcome' | 'failure'> {
  const any = request.get('http_req_duration') ?? [...request.values()][0]!
  const status = statusOf(any)
  const errorText = any.tag('error')
  const { outcome, failure } = statusOutcome(status, errorText)
  if (outcome === 'ok') return { ...marksOf(request, any), status, outcome, failure }
  const ofTransport = status === null || status < 300
  return { ...noMarks, status, outcome, failure: ofTransport ? (errorCodes[any.tag('error_code')] ?? transportFailure(errorText)) : failure }
}
