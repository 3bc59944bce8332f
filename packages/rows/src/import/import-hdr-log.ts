import { RowsInputError, type Place } from '../errors.js'
import { fromBase64 } from './base64.js'
import { HdrPayloadFault, hdrCounts, type HdrCounts, type Inflate } from './hdr-counts.js'
import { textLines } from './text-lines.js'

/** What the intervals of one tag add up to. */
export interface HdrSeries {
  /** `''` for intervals without a tag. */
  readonly tag: string
  readonly total: number
  /** Largest value that falls into a slot, ascending, and how many values did; in the unit that the writer recorded. */
  readonly slots: readonly { readonly value: number; readonly count: number }[]
  /** Fewest significant digits of its intervals: how coarse a value is. */
  readonly significantDigits: number
}

export interface HdrLogOptions {
  /** Unpacks zlib within a limit, such as Node's `(bytes, maxOutputLength) => inflateSync(bytes, { maxOutputLength })`. */
  readonly inflate: Inflate
}

const INTERVAL = /^(?:Tag=([^,\s]+),)?(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\S+)$/

function payloadOf(text: string, inflate: Inflate, place: Place): HdrCounts {
  const bytes = fromBase64(text)
  if (bytes === null) throw new RowsInputError('LAT_ROWS_HDR', 'the histogram is not base64', place)
  try {
    return hdrCounts(bytes, inflate)
  } catch (error) {
    if (error instanceof HdrPayloadFault) throw new RowsInputError('LAT_ROWS_HDR', error.message, place)
    throw error
  }
}

/**
 * Series of an HdrHistogram log (format 1.3, V2 payloads), one per tag: intervals of one tag are added up, whatever
 * their order, and never those of two tags. Logs of several machines merge by reading each and adding up its slots.
 *
 * @param source name of the file, for messages
 * @throws {RowsInputError} with `file:line`; a log that is broken in one place gives no numbers at all
 * @example importHdrLog('#[Histogram log format version 1.3]\n', 'empty.hlog', { inflate }) // []
 */
export function importHdrLog(text: string | Iterable<string>, source: string, { inflate }: HdrLogOptions): HdrSeries[] {
  const series = new Map<string, { counts: Map<number, number>; digits: number }>()
  for (const { text: line, line: number } of textLines(text, source)) {
    if (line === '' || line.startsWith('#') || line.startsWith('"StartTimestamp"')) continue
    const place = { source, line: number }
    const match = INTERVAL.exec(line)
    if (match === null) throw new RowsInputError('LAT_ROWS_HDR', 'the line is not an interval of a histogram log: [Tag=name,]start,length,max,histogram', place)
    const { slots, significantDigits } = payloadOf(match[5]!, inflate, place)
    const tag = match[1] ?? ''
    const own = series.get(tag) ?? { counts: new Map<number, number>(), digits: significantDigits }
    for (const { value, count } of slots) own.counts.set(value, (own.counts.get(value) ?? 0) + count)
    series.set(tag, { counts: own.counts, digits: Math.min(own.digits, significantDigits) })
  }
  return [...series].map(([tag, { counts, digits }]) => {
    const slots = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value)
    return { tag, total: slots.reduce((sum, { count }) => sum + count, 0), slots, significantDigits: digits }
  })
}
