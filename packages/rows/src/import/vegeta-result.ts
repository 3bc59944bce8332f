import { RowsInputError, type Place } from '../errors.js'
import { parseWholeNumber } from '../parse-whole-number.js'

/** One line of `vegeta encode`, in either encoding. */
export interface VegetaResult {
  readonly sequence: number
  readonly attack: string
  /** Since 1970. */
  readonly sentEpochNs: bigint
  readonly latencyNs: number
  /** 0 without an answer. */
  readonly status: number
  readonly error: string
  readonly place: Place
}

const CSV_FIELDS = 12
const LATEST_EPOCH_NS = 9_223_372_036_854_775_807n

function bad(message: string, place: Place): RowsInputError {
  return new RowsInputError('LAT_ROWS_IMPORT', message, place)
}

function epochNs(text: string, place: Place): bigint {
  if (!/^[1-9]\d{0,18}$/.test(text) || BigInt(text) > LATEST_EPOCH_NS) throw bad(`timestamp ${JSON.stringify(text.slice(0, 40))} is not ns since 1970`, place)
  return BigInt(text)
}

/** Fields in the order of the CSV encoder: timestamp, code, latency, bytes out, bytes in, error, body, attack, sequence, method, URL, headers. */
export function vegetaCsvResult(fields: readonly string[], place: Place): VegetaResult {
  if (fields.length !== CSV_FIELDS) throw new RowsInputError('LAT_ROWS_FIELD_COUNT', `${fields.length} fields where vegeta writes ${CSV_FIELDS}`, place)
  return {
    sentEpochNs: epochNs(fields[0]!, place),
    status: parseWholeNumber(fields[1]!, 'code', place),
    latencyNs: parseWholeNumber(fields[2]!, 'latency', place),
    error: fields[5]!,
    attack: fields[7]!,
    sequence: parseWholeNumber(fields[8]!, 'sequence', place),
    place,
  }
}

function rfc3339EpochNs(text: unknown, place: Place): bigint {
  const match = typeof text === 'string' ? /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/.exec(text) : null
  const secondsMs = match === null ? NaN : Date.parse(`${match[1]}${match[3]}`)
  if (!(secondsMs > 0)) throw bad(`timestamp ${JSON.stringify(text)} is not a time such as 2026-03-04T05:06:07.123456789Z`, place)
  return BigInt(secondsMs) * 1_000_000n + BigInt((match![2] ?? '').padEnd(9, '0'))
}

function whole(value: unknown, name: string, place: Place): number {
  if (typeof value !== 'number') throw new RowsInputError('LAT_ROWS_NOT_INTEGER', `${name} ${JSON.stringify(value) ?? 'missing'} is not a whole number`, place)
  return parseWholeNumber(String(value), name, place)
}

/** One line of the JSON encoder. */
export function vegetaJsonResult(line: string, place: Place): VegetaResult {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    throw bad('the line is not JSON', place)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw bad('the line is not a JSON object', place)
  const { seq, attack = '', timestamp, latency, code, error = '' } = parsed as Readonly<Record<string, unknown>>
  if (typeof attack !== 'string' || typeof error !== 'string') throw bad('attack and error are not both texts', place)
  return { sequence: whole(seq, 'seq', place), attack, sentEpochNs: rfc3339EpochNs(timestamp, place), latencyNs: whole(latency, 'latency', place), status: whole(code, 'code', place), error, place }
}
