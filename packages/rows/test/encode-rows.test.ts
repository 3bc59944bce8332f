import { describe, expect, it } from 'vitest'
import { encodeRows, RowsInputError, type Row, type RowsHeader } from '../src/index.js'
import { okRow } from './arbitrary-row.js'

const header: RowsHeader = { arms: ['enforce'], ratePerSecond: 300 }
const encode = (rows: Iterable<Row>, of: RowsHeader = header): string => [...encodeRows(rows, of)].join('')
const columns = (rows: Iterable<Row>, of: RowsHeader = header): string => encode(rows, of).split('\n')[1]!

describe('encodeRows', () => {
  it('writes marks as offsets and leaves out what the header gives back', () => {
    expect(encode([okRow(0), okRow(1)])).toBe(
      '# lat-rows 1 arms=enforce ratePerSecond=300\n' +
        'dispatchedNs,connectedNs,writtenNs,firstByteNs,lastByteNs,status,outcome,failure,reconnected\n' +
        '60000,61000,75000,800000,850000,200,ok,,0\n' +
        '60000,61000,75000,800000,850000,200,ok,,0\n',
    )
  })

  it.each([
    ['sequence', 'rows are missing', [okRow(0), okRow(2)]],
    ['scheduledNs', 'arrivals are not evenly spaced', [okRow(0), okRow(1, { scheduledNs: 3_333_334 })]],
    ['firstEventNs', 'an answer was a stream', [okRow(0, { firstEventNs: 800_001 })]],
    ['secondEventNs', 'a stream had a second event', [okRow(0, { firstEventNs: 800_001, secondEventNs: 800_002 })]],
    ['plantedNs', 'a delay was planted', [okRow(0, { plantedNs: 5 })]],
  ])('writes %s when %s', (column, _when, rows) => {
    expect(columns([okRow(0)])).not.toContain(column)
    expect(columns(rows)).toContain(column)
  })

  it('writes the arm when the cell has several', () => {
    expect(columns([okRow(0)], { arms: ['enforce', 'passthrough'], ratePerSecond: 300 }).split(',')[0]).toBe('arm')
  })

  it('writes a header alone for a cell that was cut short before its first arrival', () => {
    expect(encode([]).split('\n')).toHaveLength(3)
  })

  it('gives many rows in pieces, none of which holds them all', () => {
    const many: Iterable<Row> = {
      *[Symbol.iterator]() {
        for (let sequence = 0; sequence < 20_000; sequence += 1) yield okRow(sequence)
      },
    }
    let longest = 0
    for (const chunk of encodeRows(many, header)) longest = Math.max(longest, chunk.length)
    expect(longest).toBeLessThan(66_000)
  })

  it.each<[string, string, Iterable<Row>, RowsHeader]>([
    ['LAT_ROWS_MARK_ORDER', 'marks out of order', [okRow(0, { writtenNs: 60_999 })], header],
    ['LAT_ROWS_NOT_INTEGER', 'a fraction of a nanosecond', [okRow(0, { lastByteNs: 850_000.5 })], header],
    ['LAT_ROWS_NOT_INTEGER', 'not a number', [okRow(0, { dispatchedNs: Number.NaN })], header],
    ['LAT_ROWS_TOO_LARGE', 'a mark above 2^53', [okRow(0, { lastByteNs: 2 ** 53 })], header],
    ['LAT_ROWS_SEQUENCE', 'a sequence twice', [okRow(0), okRow(0)], header],
    ['LAT_ROWS_SEQUENCE', 'a sequence that goes back', [okRow(1), okRow(0)], header],
    ['LAT_ROWS_FAILURE', 'a failure with a comma', [okRow(0, { outcome: 'failed', failure: 'refused, retry 1' })], header],
    ['LAT_ROWS_FAILURE', 'a failure over two lines', [okRow(0, { outcome: 'failed', failure: 'line one\nline two' })], header],
    ['LAT_ROWS_ARM', 'an arm of another cell', [okRow(0, { arm: 'direct' })], header],
    ['LAT_ROWS_ARM', 'a formula as arm', [okRow(0)], { arms: ['=HYPERLINK(1)'], ratePerSecond: 300 }],
    ['LAT_ROWS_ARM', 'no arm', [okRow(0)], { arms: [], ratePerSecond: 300 }],
    ['LAT_ROWS_GENERATOR', 'a generator that the header does not name', [okRow(0, { generator: 'east' })], header],
    ['LAT_ROWS_GENERATOR', 'a row without one of the generators', [okRow(0)], { ...header, generators: ['east'] }],
    ['LAT_ROWS_GENERATOR', 'a generator that is a formula', [okRow(0, { generator: '=1' })], { ...header, generators: ['=1'] }],
    ['LAT_ROWS_RATE', 'a rate that is not finite', [okRow(0)], { arms: ['enforce'], ratePerSecond: Infinity }],
    ['LAT_ROWS_ONE_SHOT', 'rows that can be walked once', [okRow(0)].values(), header],
  ])('refuses with %s before the first chunk: %s', (code, _what, rows, of) => {
    expect(() => encodeRows(rows, of)).toThrow(expect.objectContaining({ name: 'RowsInputError', code }))
  })

  it('refuses rows that change between its two walks', () => {
    let walks = 0
    const shrinking: Iterable<Row> = {
      *[Symbol.iterator]() {
        walks += 1
        yield okRow(0)
        if (walks < 2) yield okRow(1)
      },
    }
    expect(() => encode(shrinking)).toThrow(RowsInputError)
  })
})
