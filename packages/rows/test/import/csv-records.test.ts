import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRecords } from '../../src/import/csv-records.js'
import { refusal } from './refusal.js'

const fieldsOf = (text: string | string[]): (readonly string[])[] => [...csvRecords(text, 'a.csv')].map(({ fields }) => fields)
const quoted = (field: string): string => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

describe('csvRecords', () => {
  it('reads quoted commas, quotes and line ends, and says where a record starts', () => {
    expect([...csvRecords('a,"b, c","d ""e"""\n"two\nlines",,\n\nx\n', 'a.csv')]).toEqual([
      { fields: ['a', 'b, c', 'd "e"'], line: 1 },
      { fields: ['two\nlines', '', ''], line: 2 },
      { fields: [''], line: 4 },
      { fields: ['x'], line: 5 },
    ])
  })

  it('takes a byte order mark and CRLF as nothing', () => {
    expect(fieldsOf('\uFEFFa,b\r\n"c",d\r\n')).toEqual([['a', 'b'], ['c', 'd']])
  })

  it.each([
    ['LAT_ROWS_TRUNCATED', 'a last line without its end', 'a,b\nc,d', 'a.csv:2'],
    ['LAT_ROWS_TRUNCATED', 'a quote that never closes', 'a\n"b,c\nd\n', 'a.csv:2'],
    ['LAT_ROWS_CSV', 'text after a closing quote', 'a\n"b"c,d\n', 'a.csv:2'],
    ['LAT_ROWS_CSV', 'a quote inside a plain field', 'a,b"c"\n', 'a.csv:1'],
    ['LAT_ROWS_CSV', 'a NUL', 'a\nb\0c\n', 'a.csv:2'],
    ['LAT_ROWS_CSV', 'a quoted field of a thousand lines', `x\n"${'y\n'.repeat(1500)}`, 'a.csv:2'],
  ])('refuses with %s: %s', (code, _what, text, place) => {
    const error = refusal(() => fieldsOf(text))
    expect([error.code, error.message.startsWith(place)]).toEqual([code, true])
  })

  it('gives back any fields, however the text is cut', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '🌍') })
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), fc.nat(), (records, cut) => {
        const text = records.map((fields) => `${fields.map(quoted).join(',')}\n`).join('')
        const at = cut % (text.length + 1)
        expect(fieldsOf([text.slice(0, at), text.slice(at)])).toEqual(records)
      }),
    )
  })
})
