/**
 * One request that another engine sent: the marks it tells of, in whole ns from the first of them.
 *
 * It is not a `Row`: no engine writes the instant at which a request was due, so the time from the schedule to the
 * answer cannot be derived, and `responseNs` does not take it.
 */
export interface ImportedRow {
  /** Number of the request within its generator, from 0: the engine's own where it counts, else the order of the file. */
  readonly sequence: number
  /** Machine or instance that sent it. */
  readonly generator: string
  readonly arm: string
  /** Dispatch, in whole ns from the first dispatch of the file; `null` for an engine that stamps the end only. */
  readonly sentNs: number | null
  readonly dispatchedNs: number | null
  readonly connectedNs: number | null
  readonly writtenNs: number | null
  readonly firstByteNs: number | null
  readonly lastByteNs: number | null
  /** HTTP status, or `null` when no status line arrived. */
  readonly status: number | null
  readonly outcome: 'ok' | 'failed'
  /** Why the outcome is `failed`, as a stable code such as `status-500` or `connect-refused`. */
  readonly failure: string | null
}

/** What another engine wrote down about one load. */
export interface ImportedCell {
  readonly engine: 'vegeta' | 'k6'
  readonly source: string
  readonly rows: readonly ImportedRow[]
  /** Arrivals that the engine says it never sent. */
  readonly dropped: number
  /** Requests that the engine counted and that have no row. */
  readonly missing: number
  /** Wall clock at the first and the last stamp, a label only; `null` without rows. */
  readonly stampedEpochMs: { readonly first: number; readonly last: number } | null
  /** Tags that every row carries, such as `cell` and `rep`. */
  readonly tags: Readonly<Record<string, string>>
}
