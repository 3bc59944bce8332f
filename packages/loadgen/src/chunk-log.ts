/** Arrival of stream chunks, as columns in shared memory: a ring, in which the newest take the place of the oldest. */
export interface ChunkLog {
  /** Number of the arrival in the cell. */
  readonly row: Uint32Array
  /** From the scheduled instant of the row. */
  readonly atNs: Float64Array
  readonly bytes: Uint32Array
  /** Events that this chunk completed. */
  readonly events: Uint32Array
  /** `[kept, place of the next]`. */
  readonly counts: Uint32Array
  /** Chunks that newer ones took the place of, by arm. */
  readonly lost: Uint32Array
  /** Arm of each arrival, by its index. */
  readonly arm: Uint8Array
  /** Chunks of earlier arrivals are not kept. */
  readonly fromRow: number
}

const MOST_ARMS = 256

export function createChunkLog(capacity: number, fromRow: number, arm: Uint8Array): ChunkLog {
  const words = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(length * 4)).fill(0)
  const atNs = new Float64Array(new SharedArrayBuffer(capacity * 8)).fill(0)
  return { row: words(capacity), atNs, bytes: words(capacity), events: words(capacity), counts: words(2), lost: words(MOST_ARMS), arm, fromRow }
}

/** Adds a chunk; in a full log it takes the place of the oldest, which is counted as lost. */
export function logChunk(log: ChunkLog, row: number, atNs: number, bytes: number, events: number): void {
  if (row < log.fromRow) return
  const capacity = log.row.length
  const at = log.counts[1]!
  if (log.counts[0]! < capacity) log.counts[0]! += 1
  else log.lost[log.arm[log.row[at]!]!]! += 1
  log.row[at] = row
  log.atNs[at] = atNs
  log.bytes[at] = bytes
  log.events[at] = events
  log.counts[1] = at + 1 === capacity ? 0 : at + 1
}

/** One read of a stream body. */
export interface StreamChunk {
  /** `sequence` of its row. */
  readonly sequence: number
  readonly arm: string
  readonly atNs: number
  readonly bytes: number
  /** Events this chunk completed: several mean they came together, none that an event was cut. */
  readonly events: number
}

export interface StreamChunks extends Iterable<StreamChunk> {
  readonly length: number
  /** Earlier chunks for which there was no place: what is kept of a stream is its end. */
  readonly lost: number
  lostOf(arm: string): number
}

/** Chunks in order of their arrival. Streams interleave; those of one row are in its own order. */
export function streamChunks(log: ChunkLog | null, armNames: readonly string[], sequenceOf: (row: number) => number): StreamChunks {
  const length = log?.counts[0] ?? 0
  const oldest = log !== null && length === log.row.length ? log.counts[1]! : 0
  return {
    length,
    lost: log?.lost.reduce((sum, count) => sum + count, 0) ?? 0,
    lostOf: (arm) => log?.lost[armNames.indexOf(arm)] ?? 0,
    *[Symbol.iterator]() {
      for (let i = 0; i < length; i += 1) {
        const at = (oldest + i) % length
        const row = log!.row[at]!
        yield { sequence: sequenceOf(row), arm: armNames[log!.arm[row]!]!, atNs: Math.round(log!.atNs[at]!), bytes: log!.bytes[at]!, events: log!.events[at]! }
      }
    },
  }
}
