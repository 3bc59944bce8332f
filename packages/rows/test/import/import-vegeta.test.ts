import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importRefusals, importVegeta, type ImportedCell } from '../../src/import/vegeta.js'
import { durationNs, RowsInputError, serviceNs } from '../../src/index.js'
import { readInput } from '../read-input.js'
import { refusal } from './refusal.js'

const imported = (text: string): ImportedCell => importVegeta(text, 'a.csv', { generator: 'here' })
const line = (sequence: number | string, { at = '1796058105950761457', status = '200', latency = '803282', error = '', attack = 'direct' } = {}): string =>
  `${at},${status},${latency},0,2,${error},,${attack},${sequence},GET,http://127.0.0.1:1/,\n`

describe('importVegeta', () => {
  it('keeps dispatch and last byte, and knows neither the connection nor the schedule', () => {
    const cell = imported(line(0) + line(1, { at: '1796058105960761458', latency: '5' }))
    expect(cell.rows[1]).toEqual({
      sequence: 1, generator: 'here', arm: 'direct', sentNs: 10_000_001, dispatchedNs: 0, connectedNs: null, writtenNs: null, firstByteNs: null, lastByteNs: 5, status: 200, outcome: 'ok', failure: null,
    })
    expect(cell.rows.map((row) => [serviceNs(row), durationNs(row)])).toEqual([[803_282, null], [5, null]])
    expect(cell).toMatchObject({ engine: 'vegeta', dropped: 0, missing: 0, stampedEpochMs: { first: 1_796_058_105_950, last: 1_796_058_105_960 } })
  })

  it('orders the lines by sequence and counts those that are not there', () => {
    const cell = imported(line(4) + line(0) + line(2))
    expect([cell.rows.map(({ sequence }) => sequence), cell.missing]).toEqual([[0, 2, 4], 2])
    expect(importRefusals(cell)).toEqual(['2 requests have no row'])
  })

  it('names what failed and keeps no latency of it', () => {
    const cell = imported(
      line(0) + line(1, { status: '503' }) + line(2, { status: '307' }) + line(3, { status: '0', error: '"Post ""x"": read: connection reset by peer"' }) +
      line(4, { status: '0', error: 'Get: context deadline exceeded (Client.Timeout exceeded)' }) + line(5, { status: '200', error: 'unexpected EOF' }),
    )
    expect(cell.rows.map(({ failure, lastByteNs }) => [failure, lastByteNs])).toEqual([[null, 803_282], ['status-503', null], ['redirect-307', null], ['reset', null], ['timeout', null], ['truncated-body', null]])
    expect(importRefusals(cell)).toEqual(['5 of 6 requests failed'])
  })

  it('reads the same attack from CSV and JSON that vegeta itself wrote', () => {
    const csv = importVegeta(readInput('captured/vegeta.csv'), 'vegeta', { generator: 'here' })
    const json = importVegeta(readInput('captured/vegeta.json'), 'vegeta', { generator: 'here' })
    expect(json).toEqual(csv)
    expect(csv.rows).toHaveLength(20)
    const report = JSON.parse(readInput('captured/vegeta.report.json')) as { status_codes: Record<string, number>; latencies: { max: number } }
    expect(csv.rows.filter(({ outcome }) => outcome === 'ok')).toHaveLength(report.status_codes['200']!)
    expect(Math.max(...csv.rows.map((row) => serviceNs(row) ?? 0))).toBe(report.latencies.max)
    expect(new Set(csv.rows.map(({ failure }) => failure))).toEqual(new Set([null, 'connect-refused', 'status-503', 'early-close']))
  })

  it.each([
    ['LAT_ROWS_NO_ROWS', 'an empty file', '', 'a.csv:1'],
    ['LAT_ROWS_FIELD_COUNT', 'a table of someone else', 'a,b\n', 'a.csv:1'],
    ['LAT_ROWS_SEQUENCE', 'a sequence twice', line(0) + line(1) + line(0), 'a.csv:3'],
    ['LAT_ROWS_TRUNCATED', 'a file cut inside its last line', (line(0) + line(1)).slice(0, -4), 'a.csv:2'],
    ['LAT_ROWS_NOT_INTEGER', 'a latency that is no number', line(0) + line(1, { latency: 'NaN' }), 'a.csv:2'],
    ['LAT_ROWS_NEGATIVE', 'a negative latency', line(0, { latency: '-5' }), 'a.csv:1'],
    ['LAT_ROWS_TOO_LARGE', 'a sequence that a double rounds', line('9007199254740993'), 'a.csv:1'],
    ['LAT_ROWS_STATUS', 'a code that is none', line(0, { status: '7' }), 'a.csv:1'],
    ['LAT_ROWS_IMPORT', 'a timestamp in other units', line(0, { at: '2026-11-30' }), 'a.csv:1'],
    ['LAT_ROWS_IMPORT', 'an attack with a control character', line(0, { attack: 'a\u001b[31m' }), 'a.csv:1'],
    ['LAT_ROWS_IMPORT', 'JSON that is none', '{"seq":0,\n', 'a.csv:1'],
    ['LAT_ROWS_NOT_INTEGER', 'JSON without a latency', '{"seq":0,"code":200,"timestamp":"2026-11-30T17:01:45Z"}\n', 'a.csv:1'],
    ['LAT_ROWS_NOT_INTEGER', 'JSON with half a nanosecond', '{"seq":0,"code":200,"timestamp":"2026-11-30T17:01:45Z","latency":0.5}\n', 'a.csv:1'],
    ['LAT_ROWS_IMPORT', 'JSON with another timestamp', '{"seq":0,"code":200,"timestamp":5,"latency":5}\n', 'a.csv:1'],
  ])('refuses with %s: %s', (code, _what, text, place) => {
    const error = refusal(() => imported(text))
    expect([error.code, error.message.slice(0, place.length + 1)]).toEqual([code, `${place}:`])
  })

  it('loses no nanosecond of a stamp, and no line whatever their order', () => {
    const result = fc.record({ offsetNs: fc.nat(1e9), latency: fc.maxSafeNat() })
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 8 }).chain((results) => fc.tuple(fc.constant(results), fc.shuffledSubarray(results.map((_, index) => index), { minLength: results.length }))), ([results, order]) => {
        const text = order.map((sequence) => line(sequence, { at: String(1_796_058_105_000_000_001n + BigInt(results[sequence]!.offsetNs)), latency: String(results[sequence]!.latency) })).join('')
        const first = Math.min(...results.map(({ offsetNs }) => offsetNs))
        expect(imported(text).rows.map(({ sentNs, lastByteNs }) => [sentNs, lastByteNs])).toEqual(results.map(({ offsetNs, latency }) => [offsetNs - first, latency]))
      }),
    )
  })

  it('never throws anything but a RowsInputError, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(line(0))), { maxLength: 4 }), (lines) => {
        try {
          imported(lines.join('\n'))
        } catch (error) {
          expect(error).toBeInstanceOf(RowsInputError)
        }
      }),
    )
  })
})
