/** Arrival of stream chunks, as columns in shared memory; full means full, nothing is overwritten. */
export interface ChunkLog {
  /** Number of the arrival in the cell. */
  readonly row: Uint32Array
  /** From the scheduled instant of the row. */
  readonly atNs: Float64Array
  readonly bytes: Uint32Array
  /** Complete events so far in this stream, this chunk included. */
  readonly events: Uint32Array
  /** `[kept, lost]`. */
  readonly counts: Uint32Array
  /** Chunks of earlier arrivals are not kept. */
  readonly fromRow: number
}

export function createChunkLog(capacity: number, fromRow: number): ChunkLog {
  const words = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(length * 4)).fill(0)
  return { row: words(capacity), atNs: new Float64Array(new SharedArrayBuffer(capacity * 8)).fill(0), bytes: words(capacity), events: words(capacity), counts: words(2), fromRow }
}

/** Adds a chunk, or counts it as lost when the log is full. */
export function logChunk(log: ChunkLog, row: number, atNs: number, bytes: number, events: number): void {
  if (row < log.fromRow) return
  const at = log.counts[0]!
  if (at >= log.row.length) {
    log.counts[1]! += 1
    return
  }
  log.row[at] = row
  log.atNs[at] = atNs
  log.bytes[at] = bytes
  log.events[at] = events
  log.counts[0] = at + 1
}

/** One read of a stream body. */
export interface StreamChunk {
  /** `sequence` of its row. */
  readonly sequence: number
  readonly atNs: number
  readonly bytes: number
  /** Events this chunk completed: several mean they came together, none that an event was cut. */
  readonly events: number
}

export interface StreamChunks extends Iterable<StreamChunk> {
  readonly length: number
  /** Chunks that no longer fitted. */
  readonly lost: number
}

/** Chunks in order of their arrival. Streams interleave; those of one row are in its own order. */
export function streamChunks(log: ChunkLog | null, sequenceOf: (row: number) => number): StreamChunks {
  const length = log?.counts[0] ?? 0
  return {
    length,
    lost: log?.counts[1] ?? 0,
    *[Symbol.iterator]() {
      const eventsBefore = new Map<number, number>()
      for (let i = 0; i < length; i += 1) {
        const row = log!.row[i]!
        const events = log!.events[i]!
        yield { sequence: sequenceOf(row), atNs: Math.round(log!.atNs[i]!), bytes: log!.bytes[i]!, events: events - (eventsBefore.get(row) ?? 0) }
        eventsBefore.set(row, events)
      }
    },
  }
}
