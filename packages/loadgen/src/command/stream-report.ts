import type { Row } from '@lat/rows'
import type { StreamChunks } from '../chunk-log.js'
import { chunkGaps } from '../chunk-gaps.js'
import { distributionOf } from './distribution.js'
import type { Distribution } from './distribution.js'

/** Gaps between the reads of streams that completed an event, with what such gaps cannot show. */
export interface StreamReport {
  readonly gapNs: Distribution | null
  readonly eventChunks: number
  /** Reads that completed several events, which have no gaps of their own. */
  readonly coalescedChunks: number
  /** Earlier reads, for which `--chunk-times` had no place. */
  readonly lostChunks: number
  /** Instant of the oldest read that was kept, from the start of the steady phase; `null` when all were. */
  readonly keptFromNs: number | null
}

/** Of the reads of one arm; `null` where there are none. Arms are not pooled: their gaps have nothing in common. */
export function streamReport(chunks: StreamChunks, arm: string, rows: readonly Row[]): StreamReport | null {
  const own = [...chunks].filter((chunk) => chunk.arm === arm)
  const [oldest] = own
  if (oldest === undefined) return null
  const { gapsNs, eventChunks, coalescedChunks } = chunkGaps(own)
  const lostChunks = chunks.lostOf(arm)
  const keptFromNs = lostChunks === 0 ? null : Math.round(rows.find(({ sequence }) => sequence === oldest.sequence)!.scheduledNs + oldest.atNs)
  return { gapNs: distributionOf(gapsNs), eventChunks, coalescedChunks, lostChunks, keptFromNs }
}
