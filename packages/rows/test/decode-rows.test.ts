import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constantScheduleNs, createRowsDecoder, decodeRows, encodeRows, RowsInputError, type Row } from '../src/index.js'
import { arbitraryRow, okRow } from './arbitrary-row.js'

const HEAD = '# lat-rows 1 arms=enforce ratePerSecond=300'
const COLUMNS = 'dispatchedNs,connectedNs,writtenNs,firstByteNs,lastByteNs,status,outcome,failure,reconnected'
const GOOD = ['10,11,20,260,310,200,ok,,0', '10,11,20,261,311,200,ok,,0', '10,11,20,262,312,200,ok,,1']

const text = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('')
const good = text(HEAD, COLUMNS, ...GOOD)
const withLine3 = (line: string): string => text(HEAD, COLUMNS, GOOD[0]!, line, GOOD[2]!)

function refusal(input: string): RowsInputError {
  try {
    decodeRows(input, 'cell.csv')
  } catch (error) {
    if (error instanceof RowsInputError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('decodeRows', () => {
  it('gives back what the header and the place of a line say', () => {
    const { rows, arms, ratePerSecond } = decodeRows(good, 'cell.csv')
    expect({ arms, ratePerSecond }).toEqual({ arms: ['enforce'], ratePerSecond: 300 })
    expect(rows[1]).toEqual(okRow(1, { scheduledNs: 3_333_333, dispatchedNs: 10, connectedNs: 11, writtenNs: 20, firstByteNs: 261, lastByteNs: 311 }))
    expect(rows.map((row) => row.reconnected)).toEqual([false, false, true])
  })

  it('accepts a byte order mark and CRLF line ends', () => {
    expect(decodeRows(`\uFEFF${good.replaceAll('\n', '\r\n')}`, 'cell.csv')).toEqual(decodeRows(good, 'cell.csv'))
  })

  it('reads columns by name, in any order', () => {
    const reorder = (line: string): string => line.split(',').reverse().join(',')
    expect(decodeRows(text(HEAD, reorder(COLUMNS), ...GOOD.map(reorder)), 'cell.csv')).toEqual(decodeRows(good, 'cell.csv'))
  })

  it('orders lines by their sequence where there is one', () => {
    const numbered = GOOD.map((line, sequence) => `${sequence},${line}`)
    const shuffled = text(HEAD, `sequence,${COLUMNS}`, numbered[2]!, numbered[0]!, numbered[1]!)
    expect(decodeRows(shuffled, 'cell.csv')).toEqual(decodeRows(good, 'cell.csv'))
  })

  it('keeps a failed and a fast failed answer apart from the complete ones', () => {
    const { rows } = decodeRows(withLine3('10,,,,,,failed,UND_ERR_SOCKET,0'), 'cell.csv')
    expect(rows.map((row) => row.outcome)).toEqual(['ok', 'failed', 'ok'])
    expect(rows[1]).toMatchObject({ status: null, firstByteNs: null, failure: 'UND_ERR_SOCKET' })
    expect(decodeRows(withLine3('10,11,20,50,60,500,failed,status-500,0'), 'cell.csv').rows[1]).toMatchObject({ status: 500, outcome: 'failed' })
  })

  it('accepts marks that coincide', () => {
    expect(decodeRows(withLine3('0,0,0,0,0,200,ok,,0'), 'cell.csv').rows[1]!.lastByteNs).toBe(0)
  })

  it.each([
    ['LAT_ROWS_NOT_INTEGER', 'a fraction', withLine3('10,11,20,260.5,310,200,ok,,0'), 'cell.csv:4: firstByteNs "260.5"'],
    ['LAT_ROWS_NOT_INTEGER', 'NaN', withLine3('10,11,20,NaN,310,200,ok,,0'), 'cell.csv:4: firstByteNs "NaN"'],
    ['LAT_ROWS_NOT_INTEGER', 'Infinity', withLine3('10,11,20,260,Infinity,200,ok,,0'), 'cell.csv:4: lastByteNs "Infinity"'],
    ['LAT_ROWS_NOT_INTEGER', 'an exponent', withLine3('1e1,11,20,260,310,200,ok,,0'), 'cell.csv:4: dispatchedNs "1e1"'],
    ['LAT_ROWS_NOT_INTEGER', 'a plus sign', withLine3('+10,11,20,260,310,200,ok,,0'), 'cell.csv:4: dispatchedNs "+10"'],
    ['LAT_ROWS_NOT_INTEGER', 'a leading zero', withLine3('010,11,20,260,310,200,ok,,0'), 'cell.csv:4: dispatchedNs "010"'],
    ['LAT_ROWS_NOT_INTEGER', 'a blank', withLine3(' 10,11,20,260,310,200,ok,,0'), 'cell.csv:4: dispatchedNs " 10"'],
    ['LAT_ROWS_NEGATIVE', 'a mark before the scheduled instant', withLine3('-590,11,20,260,310,200,ok,,0'), 'cell.csv:4: dispatchedNs "-590"'],
    ['LAT_ROWS_MARK_ORDER', 'a negative latency', withLine3('10,11,20,260,19,200,ok,,0'), 'cell.csv:4: lastByteNs is 19 ns, before firstByteNs at 260 ns'],
    ['LAT_ROWS_MARK_ORDER', 'an order that skips a missing mark', withLine3('10,,9,,,,failed,reset,0'), 'cell.csv:4: writtenNs is 9 ns, before dispatchedNs'],
    ['LAT_ROWS_MARK_ORDER', 'a dropped arrival that was sent', withLine3('10,,,,,,dropped,,0'), 'cell.csv:4: outcome is dropped'],
    ['LAT_ROWS_MARK_MISSING', 'a complete answer without a mark', withLine3('10,11,20,,310,200,ok,,0'), 'cell.csv:4: outcome is ok, but firstByteNs is missing'],
    ['LAT_ROWS_TOO_LARGE', 'an epoch in ns, which a double rounds', withLine3('10,11,20,260,1796038640000300019,200,ok,,0'), 'cell.csv:4: lastByteNs "1796038640000300019"'],
    ['LAT_ROWS_TOO_LARGE', 'the first integer that is not safe', withLine3('10,11,20,260,9007199254740992,200,ok,,0'), 'cell.csv:4: lastByteNs'],
    ['LAT_ROWS_FIELD_COUNT', 'one field more', withLine3('10,11,20,260,310,200,ok,,0,9'), 'cell.csv:4: 10 fields where the header has 9 columns'],
    ['LAT_ROWS_FIELD_COUNT', 'one field less', withLine3('10,11,20,260,310,200,ok,'), 'cell.csv:4: 8 fields'],
    ['LAT_ROWS_FIELD_COUNT', 'a quoted comma, since no field is ever quoted', withLine3('10,,,,,,failed,"refused, retry 1",0'), 'cell.csv:4: 10 fields'],
    ['LAT_ROWS_FIELD_COUNT', 'an empty line', withLine3(''), 'cell.csv:4: 1 fields'],
    ['LAT_ROWS_FAILURE', 'a spreadsheet formula as failure code', withLine3('10,,,,,,failed,=HYPERLINK(1),0'), 'cell.csv:4: failure "=HYPERLINK(1)"'],
    ['LAT_ROWS_FAILURE', 'a failure nobody named', withLine3('10,,,,,,failed,,0'), 'cell.csv:4: outcome is failed, but no failure code'],
    ['LAT_ROWS_OUTCOME', 'an outcome of another version', withLine3('10,11,20,260,310,200,fine,,0'), 'cell.csv:4: outcome "fine"'],
    ['LAT_ROWS_STATUS', 'a complete answer that is an error', withLine3('10,11,20,260,310,500,ok,,0'), 'cell.csv:4: outcome is ok, but the status is 500'],
    ['LAT_ROWS_STATUS', 'a status of 0', withLine3('10,,,,,0,failed,reset,0'), 'cell.csv:4: status 0'],
    ['LAT_ROWS_FLAG', 'a flag that is a word', withLine3('10,11,20,260,310,200,ok,,false'), 'cell.csv:4: reconnected "false"'],
    ['LAT_ROWS_TRUNCATED', 'a file cut inside its last line', good.slice(0, -4), 'cell.csv:5: the last line has no line end'],
    ['LAT_ROWS_TRUNCATED', 'a file cut right before its last line end', good.slice(0, -1), 'cell.csv:5: the last line has no line end'],
    ['LAT_ROWS_NO_ROWS', 'an empty file', '', 'cell.csv:1: no rows'],
    ['LAT_ROWS_NO_ROWS', 'a header alone', text(HEAD, COLUMNS), 'cell.csv:3: no rows'],
    ['LAT_ROWS_HEADER', 'a table of someone else', text('cell;rep;arm;seq', 'a;1;direct;0'), 'cell.csv:1: the first line is not'],
    ['LAT_ROWS_VERSION', 'a later format', text(HEAD.replace('rows 1', 'rows 2'), COLUMNS, ...GOOD), 'cell.csv:1: format 2'],
    ['LAT_ROWS_RATE', 'a rate of zero', text(HEAD.replace('=300', '=0'), COLUMNS, ...GOOD), 'cell.csv:1: rate "0"'],
    ['LAT_ROWS_COLUMNS', 'a column nobody knows', text(HEAD, `${COLUMNS},colour`, ...GOOD.map((line) => `${line},red`)), 'cell.csv:2: column "colour"'],
    ['LAT_ROWS_COLUMNS', 'a column that is missing', text(HEAD, COLUMNS.replace(',status', ''), ...GOOD), 'cell.csv:2: column status is missing'],
    ['LAT_ROWS_COLUMNS', 'a column twice', text(HEAD, `${COLUMNS},status`, ...GOOD), 'cell.csv:2: column status appears twice'],
    ['LAT_ROWS_COLUMNS', 'two arms without a column that tells them apart', text(HEAD.replace('=enforce', '=enforce,passthrough'), COLUMNS, ...GOOD), 'cell.csv:2: column arm is missing'],
    ['LAT_ROWS_ARM', 'an arm that is not of this cell', text(HEAD, `arm,${COLUMNS}`, `direct,${GOOD[0]!}`), 'cell.csv:3: arm "direct"'],
    ['LAT_ROWS_COLUMNS', 'a generator that the header does not know of', text(HEAD, `generator,${COLUMNS}`, `east,${GOOD[0]!}`), 'cell.csv:2: there is a column generator'],
    ['LAT_ROWS_COLUMNS', 'two generators without a column that tells them apart', text(`${HEAD} generators=east,west`, COLUMNS, ...GOOD), 'cell.csv:2: column generator is missing'],
    ['LAT_ROWS_GENERATOR', 'a generator that is not of this cell', text(`${HEAD} generators=east,west`, `generator,${COLUMNS}`, `north,${GOOD[0]!}`), 'cell.csv:3: generator "north"'],
    ['LAT_ROWS_GENERATOR', 'a generator twice', text(`${HEAD} generators=east,east`, COLUMNS, ...GOOD), 'cell.csv:1: generators "east,east"'],
    ['LAT_ROWS_TRUNCATED', 'a line without an end', `${text(HEAD, COLUMNS)}${'1'.repeat(1_100_000)}`, 'cell.csv:3: there is no line end'],
    ['LAT_ROWS_SEQUENCE', 'a sequence twice, even with the same values', text(HEAD, `sequence,${COLUMNS}`, `3,${GOOD[0]!}`, `3,${GOOD[0]!}`), 'cell.csv:4: sequence 3 is already on line 3'],
    ['LAT_ROWS_SEQUENCE', 'a sequence twice, with other values', text(HEAD, `sequence,${COLUMNS}`, `3,${GOOD[0]!}`, `3,${GOOD[1]!}`), 'cell.csv:4: sequence 3'],
  ])('refuses with %s: %s', (code, _what, input, message) => {
    const error = refusal(input)
    expect(error.code).toBe(code)
    expect(error.message).toContain(message)
  })

  it('tells the generators of merged rows apart, and names none where there was one', () => {
    const merged = decodeRows(text(`${HEAD} generators=east,west`, `generator,${COLUMNS}`, `east,${GOOD[0]!}`, `west,${GOOD[1]!}`), 'cell.csv')
    expect([merged.generators, merged.rows.map(({ generator }) => generator)]).toEqual([['east', 'west'], ['east', 'west']])
    expect([...encodeRows(merged.rows, merged)].join('')).toBe(text(`${HEAD} generators=east,west`, `generator,${COLUMNS}`, `east,${GOOD[0]!}`, `west,${GOOD[1]!}`))
    const alone = decodeRows(text(`${HEAD} generators=east`, COLUMNS, ...GOOD), 'cell.csv')
    expect(alone.rows.every(({ generator }) => generator === 'east')).toBe(true)
    expect([...encodeRows(alone.rows, alone)].join('')).toBe(text(`${HEAD} generators=east`, COLUMNS, ...GOOD))
    expect('generator' in decodeRows(good, 'cell.csv').rows[0]!).toBe(false)
  })

  it('is the exact inverse of encodeRows, for any rows and however the text is cut', () => {
    const cell = fc.record({ rows: fc.array(fc.tuple(arbitraryRow, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 12 }), ratePerSecond: fc.constantFrom(25, 300, 333.3, 0.1), dense: fc.boolean(), even: fc.boolean(), cut: fc.nat() })
    fc.assert(
      fc.property(cell, ({ rows: drawn, ratePerSecond, dense, even, cut }) => {
        let sequence = -1
        const rows: Row[] = drawn.map(([row, step]) => {
          sequence += dense ? 1 : step
          return { ...row, sequence, scheduledNs: even ? constantScheduleNs(sequence, ratePerSecond) : row.scheduledNs }
        })
        const header = { arms: ['passthrough', 'enforce'], ratePerSecond }
        const encoded = [...encodeRows(rows, header)].join('')
        const at = cut % (encoded.length + 1)
        expect(decodeRows([encoded.slice(0, at), encoded.slice(at)], 'cell.csv')).toEqual({ ...header, rows })
      }),
    )
  })

  it('never throws anything but a RowsInputError, whatever the text', () => {
    const line = fc.array(fc.constantFrom('10', '11', '-1', '', 'ok', 'failed', '1e9', '"', '200', '0', '\uFEFF', '\r'), { maxLength: 12 }).map((fields) => fields.join(','))
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), line, fc.constant(HEAD), fc.constant(COLUMNS)), { maxLength: 6 }), (lines) => {
        try {
          decodeRows(text(...lines), 'cell.csv')
        } catch (error) {
          expect(error).toBeInstanceOf(RowsInputError)
        }
      }),
    )
  })
})

describe('createRowsDecoder', () => {
  it('reads a text in pieces of one character', () => {
    const decoder = createRowsDecoder('cell.csv')
    for (const character of good) decoder.push(character)
    expect(decoder.end()).toEqual(decodeRows(good, 'cell.csv'))
  })
})
