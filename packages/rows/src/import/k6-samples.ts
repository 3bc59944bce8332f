import { RowsInputError, type Place } from '../errors.js'
import { csvRecords } from './csv-records.js'

/** One line of a k6 CSV: one metric of one request, or of the run. */
export interface K6Sample {
  readonly metric: string
  readonly value: string
  readonly epochMs: number
  /** A system tag, a tag of the user, or metadata by its name; empty where the line has none. */
  tag(name: string): string
  /** Tags of the user. */
  readonly extraTags: ReadonlyMap<string, string>
  /** Every tag, in one order: alike for all metrics of one request, where k6 itself shuffles the tags of the user. */
  readonly identity: string
  readonly place: Place
}

const FIRST = ['metric_name', 'timestamp', 'metric_value'] as const

/** Unit of a stamp by its number of digits: s, ms, us or ns since 1970, or RFC 3339. */
function epochMs(text: string, place: Place): number {
  const digits = /^[1-9]\d{8,18}$/.test(text) ? text.length : 0
  const ms = digits === 0 ? (/^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : NaN) : digits <= 10 ? Number(text) * 1000 : Number(text.slice(0, digits <= 13 ? undefined : digits <= 16 ? -3 : -6))
  if (!Number.isFinite(ms)) throw new RowsInputError('LAT_ROWS_IMPORT', `timestamp ${JSON.stringify(text.slice(0, 40))} is neither s, ms, us or ns since 1970 nor a time such as 2026-03-04T05:06:07Z`, place)
  return ms
}

/** `a=b&c=d`, as k6 writes what has no column of its own. */
function pairs(text: string): Map<string, string> {
  return new Map(text === '' ? [] : text.split('&').map((pair) => {
    const equals = pair.indexOf('=')
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  }))
}

function sorted(tags: ReadonlyMap<string, string>): string {
  return [...tags].map(([name, value]) => `${name}=${value}`).sort().join('&')
}

function checkHeader(fields: readonly string[], place: Place): void {
  const missing = FIRST.find((name) => !fields.includes(name))
  if (missing !== undefined) throw new RowsInputError('LAT_ROWS_HEADER', `the first line is not the header of a k6 CSV: column ${missing} is missing`, place)
  if (new Set(fields).size !== fields.length) throw new RowsInputError('LAT_ROWS_COLUMNS', 'a column appears twice', place)
}

/**
 * Lines of the CSV that `k6 run --out csv` wrote, by the names in its header, which depend on version and options.
 *
 * @throws {RowsInputError} with `file:line`
 */
export function* k6Samples(text: string | Iterable<string>, source: string): Generator<K6Sample> {
  let columns: ReadonlyMap<string, number> | undefined
  let count = 0
  /** Columns that differ between the lines of one request, or in their order. */
  let apart: ReadonlySet<number> = new Set()
  for (const { fields, line } of csvRecords(text, source)) {
    const place = { source, line }
    if (columns === undefined) {
      checkHeader(fields, place)
      columns = new Map(fields.map((name, index) => [name, index]))
      count = fields.length
      apart = new Set(['metric_name', 'metric_value', 'extra_tags', 'metadata'].map((name) => fields.indexOf(name)))
      continue
    }
    if (fields.length !== count) throw new RowsInputError('LAT_ROWS_FIELD_COUNT', `${fields.length} fields where the header has ${count} columns`, place)
    const at = columns
    const field = (name: string): string => fields[at.get(name) ?? -1] ?? ''
    const metric = field('metric_name')
    if (metric === 'metric_name') throw new RowsInputError('LAT_ROWS_HEADER', 'there is a second header, so two files were joined; import each one by itself', place)
    const extraTags = pairs(field('extra_tags'))
    const metadata = pairs(field('metadata'))
    yield {
      metric,
      value: field('metric_value'),
      epochMs: epochMs(field('timestamp'), place),
      tag: (name) => (at.has(name) ? field(name) : (extraTags.get(name) ?? metadata.get(name) ?? '')),
      extraTags,
      identity: [...fields.filter((_, index) => !apart.has(index)), sorted(extraTags), sorted(metadata)].join('\n'),
      place,
    }
  }
}
