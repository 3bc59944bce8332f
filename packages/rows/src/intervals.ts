import type { Row } from './row.js'

/** Part of a row between whose marks a time lies. Requests of other engines have some of these marks, and no schedule. */
type Marks<Names extends keyof Row> = Pick<Row, Names>

function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : to - from
}

/** Scheduled instant to dispatch: how late the generator itself was. */
export function latenessNs(row: Marks<'scheduledNs' | 'dispatchedNs'>): number | null {
  return row.dispatchedNs
}

/** Dispatch to connection acquired (k6 `http_req_blocked` plus connecting). Outside `durationNs`. */
export function blockedNs(row: Marks<'dispatchedNs' | 'connectedNs'>): number | null {
  return between(row.dispatchedNs, row.connectedNs)
}

/** Connection acquired to request written (k6 `http_req_sending`). */
export function sendingNs(row: Marks<'connectedNs' | 'writtenNs'>): number | null {
  return between(row.connectedNs, row.writtenNs)
}

/** Request written to first byte (k6 `http_req_waiting`). */
export function waitingNs(row: Marks<'writtenNs' | 'firstByteNs'>): number | null {
  return between(row.writtenNs, row.firstByteNs)
}

/** First byte to last byte (k6 `http_req_receiving`). */
export function receivingNs(row: Marks<'firstByteNs' | 'lastByteNs'>): number | null {
  return between(row.firstByteNs, row.lastByteNs)
}

/** Connection acquired to last byte: sending + waiting + receiving, k6's own `http_req_duration`. */
export function durationNs(row: Marks<'connectedNs' | 'lastByteNs'>): number | null {
  return between(row.connectedNs, row.lastByteNs)
}

/** Dispatch to last byte: getting a connection and the exchange (vegeta's latency). */
export function serviceNs(row: Marks<'dispatchedNs' | 'lastByteNs'>): number | null {
  return between(row.dispatchedNs, row.lastByteNs)
}

/** Request written to last byte. Smaller than `durationNs` by `sendingNs`. */
export function afterWriteNs(row: Marks<'writtenNs' | 'lastByteNs'>): number | null {
  return between(row.writtenNs, row.lastByteNs)
}

/** Scheduled instant to last byte: the only one of these in which a stall cannot hide. */
export function responseNs(row: Marks<'scheduledNs' | 'lastByteNs'>): number | null {
  return row.lastByteNs
}
