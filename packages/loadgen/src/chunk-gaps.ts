import type { StreamChunk } from './chunk-log.js'

export interface ChunkGaps {
  /** Between consecutive chunks of one stream, in which both completed an event; sorted by nothing. */
  readonly gapsNs: readonly number[]
  /** Chunks that carried events, and those of them that carried several: their events have no gaps of their own. */
  readonly eventChunks: number
  readonly coalescedChunks: number
}

/**
 * Gaps between the reads of each stream that completed an event. A gap is between reads, not between
 * tokens: where events came together it says how many did, instead of averaging the gap over them.
 */
export function chunkGaps(chunks: Iterable<Pick<StreamChunk, 'sequence' | 'atNs' | 'events'>>): ChunkGaps {
  const last = new Map<number, number>()
  const gapsNs: number[] = []
  let eventChunks = 0
  let coalescedChunks = 0
  for (const { sequence, atNs, events } of chunks) {
    if (events === 0) continue
    eventChunks += 1
    if (events > 1) coalescedChunks += 1
    const before = last.get(sequence)
    if (before !== undefined) gapsNs.push(atNs - before)
    last.set(sequence, atNs)
  }
  return { gapsNs, eventChunks, coalescedChunks }
}
