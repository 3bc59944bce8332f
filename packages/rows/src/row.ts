/**
 * What became of one scheduled arrival. Every arrival has exactly one outcome, so the outcomes of a
 * cell always add up to the arrivals it scheduled.
 *
 * - `ok` a complete, well-formed 2xx answer
 * - `failed` an answer that is an error, or none: the row's `failure` says which
 * - `dropped` no free slot at the scheduled instant; nothing was sent
 * - `abandoned` still in flight when the grace period after the last arrival ended
 */
export type Outcome = 'ok' | 'failed' | 'dropped' | 'abandoned'

/**
 * One scheduled arrival: the marks it passed, in whole nanoseconds.
 *
 * `scheduledNs` counts from the start of the cell's steady phase; every other mark counts from
 * `scheduledNs` of the same row, and is `null` when the request never got there. Marks are stored,
 * never differences: `duration`, `waiting` and the rest are derived (see `intervals`).
 */
export interface Row {
  /** Number of the arrival in the steady phase, from 0. */
  readonly sequence: number
  /** The arm that served this arrival: the cell's own, or the one drawn for it in an interleaved cell. */
  readonly arm: string
  readonly scheduledNs: number
  /** The generator handed the request to its transport. */
  readonly dispatchedNs: number | null
  /** The transport had a connection for it (k6: end of `blocked`). */
  readonly connectedNs: number | null
  /** The request was written (k6: end of `sending`). */
  readonly writtenNs: number | null
  /** First byte of the answer, which is the first byte of its status line (k6: end of `waiting`). */
  readonly firstByteNs: number | null
  /** First complete event of an event stream; `null` for other answers. */
  readonly firstEventNs: number | null
  readonly secondEventNs: number | null
  /** Last byte of the body (k6: end of `receiving`). */
  readonly lastByteNs: number | null
  /** HTTP status, or `null` when no status line arrived. */
  readonly status: number | null
  readonly outcome: Outcome
  /** Why the outcome is `failed`, as a stable kebab-case code such as `status-500` or `truncated-body`. */
  readonly failure: string | null
  /** The slot had to open a new connection for this request. */
  readonly reconnected: boolean
  /** Which of several generators sent it, by name; absent in the rows of a cell that had one. */
  readonly generator?: string
  /** Delay a planted fault says it applied to this very request (`x-lat-planted-ns`); `null` without one. */
  readonly plantedNs: number | null
}
