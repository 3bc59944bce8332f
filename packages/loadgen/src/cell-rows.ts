import type { Outcome, Row } from '@lat/rows'
import type { Columns } from './columns.js'
import { failureName } from './failures.js'

const outcomes: readonly Outcome[] = ['abandoned', 'ok', 'failed', 'dropped', 'abandoned']

/** Where in the columns a phase lies. */
export interface RowRange {
  readonly from: number
  readonly length: number
  /** Start of the phase, ns from the start of the cell. */
  readonly startNs: number
  /** Arrivals of other generators lie between this one's. */
  readonly shard: { readonly index: number; readonly count: number }
}

function mark(ns: number | undefined): number | null {
  return ns === undefined || Number.isNaN(ns) ? null : Math.round(ns)
}

/** The rows of one phase, built when they are read: a cell of a million rows stays a few columns. */
export class CellRows implements Iterable<Row> {
  readonly length: number

  constructor(
    private readonly columns: Columns,
    private readonly armNames: readonly string[],
    private readonly range: RowRange,
  ) {
    this.length = range.length
  }

  /** One row, by its position from 0. @throws {RangeError} outside the rows */
  at(position: number): Row {
    if (!(Number.isInteger(position) && position >= 0 && position < this.length)) throw new RangeError(`row ${position} of ${this.length}`)
    const { columns } = this
    const { shard } = this.range
    const index = this.range.from + position
    const status = columns.status[index]!
    return {
      sequence: shard.index + position * shard.count,
      arm: this.armNames[columns.arm[index]!]!,
      scheduledNs: columns.scheduledNs[index]! - this.range.startNs,
      dispatchedNs: mark(columns.dispatchedNs[index]),
      connectedNs: mark(columns.connectedNs[index]),
      writtenNs: mark(columns.writtenNs[index]),
      firstByteNs: mark(columns.firstByteNs[index]),
      firstEventNs: mark(columns.firstEventNs[index]),
      secondEventNs: mark(columns.secondEventNs[index]),
      lastByteNs: mark(columns.lastByteNs[index]),
      status: status === 0 ? null : status,
      outcome: outcomes[columns.outcome[index]!]!,
      failure: failureName(columns.failure[index]!, status),
      reconnected: columns.reconnected[index] === 1,
      plantedNs: mark(columns.plantedNs[index]),
    }
  }

  *[Symbol.iterator](): Iterator<Row> {
    for (let position = 0; position < this.length; position += 1) yield this.at(position)
  }
}
