import { RowsInputError } from '../errors.js'
import { NS_PER_MS } from '../units.js'
import { checkName } from './check-name.js'
import { csvRecords } from './csv-records.js'
import type { ImportedCell, ImportedRow } from './imported-cell.js'
import { statusOutcome } from './status-outcome.js'
import { textLines } from './text-lines.js'
import { vegetaCsvResult, vegetaJsonResult, type VegetaResult } from './vegeta-result.js'

export interface VegetaImportOptions {
  /** Name of the machine that attacked. */
  readonly generator: string
}

function* results(text: string | Iterable<string>, source: string): Generator<VegetaResult> {
  const chunks = typeof text === 'string' ? [text] : [...text]
  const first = chunks.find((chunk) => chunk !== '') ?? ''
  if (first.replace(/^\uFEFF/, '').startsWith('{')) {
    for (const { text: line, line: number } of textLines(chunks, source)) yield vegetaJsonResult(line, { source, line: number })
  } else {
    for (const { fields, line } of csvRecords(chunks, source)) yield vegetaCsvResult(fields, { source, line })
  }
}

/**
 * Requests of one vegeta attack, from the text that `vegeta encode --to csv` or `--to json` wrote.
 *
 * vegeta stamps when a request was sent and how long it took, connecting included: `dispatchedNs` to `lastByteNs`. It
 * never drops: at `-max-workers` it sends late, and because it does not write when a request was due, that delay is in
 * no number. Rows stand in the order of their sequence, whatever the order of the lines.
 *
 * @param source name of the file, for messages
 * @throws {RowsInputError} with `file:line` on anything vegeta does not write, or a sequence twice
 * @example importVegeta('1796058105950761457,200,803282,0,2,,,direct,0,GET,http://127.0.0.1:1/,\n', 'a.csv', { generator: 'a' }).rows[0]!.lastByteNs // 803282
 */
export function importVegeta(text: string | Iterable<string>, source: string, { generator }: VegetaImportOptions): ImportedCell {
  checkName('generator', generator, { source, line: 1 })
  const found = new Map<number, VegetaResult>()
  for (const result of results(text, source)) {
    const earlier = found.get(result.sequence)
    if (earlier !== undefined) {
      throw new RowsInputError('LAT_ROWS_SEQUENCE', `sequence ${result.sequence} is already on line ${earlier.place.line}; one file holds one attack, and each machine writes its own`, result.place)
    }
    if (result.status > 999 || (result.status > 0 && result.status < 100)) throw new RowsInputError('LAT_ROWS_STATUS', `code ${result.status} is neither 0 nor a three-digit HTTP status`, result.place)
    found.set(result.sequence, result)
  }
  if (found.size === 0) throw new RowsInputError('LAT_ROWS_NO_ROWS', 'no rows', { source, line: 1 })
  const sorted = [...found.values()].sort((a, b) => a.sequence - b.sequence)
  let first = sorted[0]!.sentEpochNs
  let last = first
  for (const { sentEpochNs } of sorted) {
    if (sentEpochNs < first) first = sentEpochNs
    if (sentEpochNs > last) last = sentEpochNs
  }
  const rows = sorted.map(({ sequence, attack, sentEpochNs, latencyNs, status, error, place }): ImportedRow => {
    const { outcome, failure } = statusOutcome(status === 0 ? null : status, error)
    return {
      sequence,
      generator,
      arm: attack === '' ? 'target' : checkName('attack', attack, place),
      sentNs: Number(sentEpochNs - first),
      dispatchedNs: 0,
      connectedNs: null,
      writtenNs: null,
      firstByteNs: null,
      lastByteNs: outcome === 'ok' ? latencyNs : null,
      status: status === 0 ? null : status,
      outcome,
      failure,
    }
  })
  const epochMs = (ns: bigint): number => Number(ns / BigInt(NS_PER_MS))
  return { engine: 'vegeta', source, rows, dropped: 0, missing: sorted.at(-1)!.sequence + 1 - sorted.length, stampedEpochMs: { first: epochMs(first), last: epochMs(last) }, tags: {} }
}
