import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import type { Histogram } from 'hdr-histogram-js'
import { durationNs, responseNs } from '@lat/rows'
import type { Row } from '@lat/rows'

export interface HdrLogOptions {
  readonly startedAtEpochMs: number
  /** Length of one interval. Default 1000. */
  readonly intervalMs?: number
}

const series = [
  ['response', responseNs],
  ['duration', durationNs],
] as const

const LARGEST_NS = 3_600_000_000_000

/**
 * The ok rows as an HdrHistogram log (format 1.3, V2 payloads), in ns: one line per interval, arm and
 * series, tagged `<arm>.response` and `<arm>.duration`. Logs of several processes merge by adding up
 * histograms of one tag. Rows stay the primary record: a histogram rounds to 3 digits and forgets the order.
 */
export function* hdrLog(rows: Iterable<Row>, { startedAtEpochMs, intervalMs = 1000 }: HdrLogOptions): Generator<string> {
  yield '#[Histogram log format version 1.3]\n'
  yield `#[StartTime: ${(startedAtEpochMs / 1000).toFixed(3)} (seconds since epoch), ${new Date(startedAtEpochMs).toISOString()}]\n`
  yield '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n'
  let interval = -1
  let open = new Map<string, Histogram>()
  const flush = function* (): Generator<string> {
    for (const [tag, histogram] of open) {
      const start = ((interval * intervalMs) / 1000).toFixed(3)
      yield `Tag=${tag},${start},${(intervalMs / 1000).toFixed(3)},${(histogram.maxValue / 1e6).toFixed(3)},${encodeIntoCompressedBase64(histogram)}\n`
    }
    open = new Map()
  }
  for (const row of rows) {
    const own = Math.floor(row.scheduledNs / (intervalMs * 1e6))
    if (own !== interval) {
      yield* flush()
      interval = own
    }
    if (row.outcome !== 'ok') continue
    for (const [name, read] of series) {
      const valueNs = read(row)
      // The library counts NaN and zero without complaint.
      if (valueNs === null || !(valueNs >= 1)) continue
      const tag = `${row.arm.replace(/[^A-Za-z0-9_.-]/g, '_')}.${name}`
      let histogram = open.get(tag)
      if (histogram === undefined) {
        histogram = build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3, autoResize: true })
        open.set(tag, histogram)
      }
      histogram.recordValue(Math.min(valueNs, LARGEST_NS))
    }
  }
  yield* flush()
}
