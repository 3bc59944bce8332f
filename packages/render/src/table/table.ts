/** What a reader needs before a latency means anything. Every row of every table has all five. */
export interface RowContext {
  readonly payloadBytes: number
  readonly stream: boolean
  /** Offered arrivals per second. */
  readonly ratePerSecond: number
  /** Requests behind the row: one number, or treatment and baseline of a shift. */
  readonly counts: readonly number[]
  /** How the numbers of the row came about, such as `type-7 quantile`. */
  readonly estimator: string
  readonly run: string
}

export interface Column {
  readonly key: string
  readonly heading: string
  readonly align: 'left' | 'right'
}

export interface TableRow {
  readonly context: RowContext
  /** Text by column key. */
  readonly cells: Readonly<Record<string, string>>
}

/** A table before it is plain text, markdown or HTML. Payload, rate and n are columns of all three, without being asked for. */
export interface Table {
  /** Stable kebab-case name. */
  readonly name: string
  readonly title: string
  /** Says ESTIMATE in the title. */
  readonly estimate: boolean
  readonly columns: readonly Column[]
  readonly rows: readonly TableRow[]
  /** Sentences below the table. */
  readonly notes: readonly string[]
}
