import { describe, expect, it } from 'vitest'
import { htmlTable, markdownTable, plainTable, requireComplete } from '../src/index.js'
import type { RowContext, Table } from '../src/index.js'

const context: RowContext = { payloadBytes: 150, stream: false, ratePerSecond: 500, counts: [30_000], estimator: 'type-7 quantile', run: 'run-1' }

function table(rows: readonly { readonly name: string; readonly context?: Partial<RowContext> }[], estimate = false): Table {
  return {
    name: 'sample',
    title: 'Sample',
    estimate,
    columns: [{ key: 'name', heading: 'name', align: 'left' }, { key: 'p50', heading: 'P50', align: 'right' }],
    rows: rows.map(({ name, context: own }) => ({ context: { ...context, ...own }, cells: { name, p50: '1.000' } })),
    notes: ['A note.'],
  }
}

describe('plainTable', () => {
  it('puts payload, rate and n before the columns it was asked for', () => {
    expect(plainTable(table([{ name: 'direct' }, { name: 'x', context: { payloadBytes: 32768, stream: true } }]))).toBe(
      ['Sample', 'estimator: type-7 quantile', 'run: run-1', '', '        prompt  rate/s       n  name      P50', '---------------------------------------------', '         150 B     500  30,000  direct  1.000', '32768 B stream     500  30,000  x       1.000', '', 'A note.', ''].join('\n'),
    )
  })

  it('gives rows of two runs a column that tells them apart', () => {
    const text = plainTable(table([{ name: 'a' }, { name: 'b', context: { run: 'run-2' } }]))
    expect(text).toMatch(/run-1\n/)
    expect(text).toMatch(/run-2\n/)
  })

  it('says ESTIMATE in the title', () => {
    expect(plainTable(table([{ name: 'a' }], true))).toMatch(/^ESTIMATE: Sample\n/)
  })

  it('keeps a name with a newline in its row', () => {
    expect(plainTable(table([{ name: 'a\nb' }])).split('\n')).toHaveLength(10)
  })
})

describe('markdownTable', () => {
  it('keeps its column count whatever the names', () => {
    const lines = markdownTable(table([{ name: 'gw|one' }, { name: 'a\nb' }, { name: '<script>' }])).split('\n').filter((line) => line.startsWith('|'))
    expect(lines.map((line) => line.replace(/\\\|/g, '').split('|').length)).toEqual([7, 7, 7, 7, 7])
    expect(lines.join('\n')).not.toContain('<script>')
  })
})

describe('htmlTable', () => {
  it('escapes what it is given', () => {
    expect(htmlTable(table([{ name: '<script>alert(1)</script>' }]))).not.toContain('<script>')
  })
})

describe('requireComplete', () => {
  it.each([
    ['payload', 'payloadBytes', undefined],
    ['response mode', 'stream', undefined],
    ['rate', 'ratePerSecond', Number.NaN],
    ['n', 'counts', []],
    ['n', 'counts', [30_000, null]],
    ['estimator', 'estimator', ''],
    ['run id', 'run', undefined],
  ])('refuses a row without its %s', (name, key, value) => {
    const incomplete = table([{ name: 'a' }, { name: 'b', context: { [key]: value } }])
    expect(() => requireComplete(incomplete)).toThrow(`Row 2 of "sample" lacks ${name}.`)
    for (const format of [plainTable, markdownTable, htmlTable]) expect(() => format(incomplete)).toThrow(expect.objectContaining({ code: 'LAT_RND_INCOMPLETE_ROW' }))
  })

  it('refuses a table without rows', () => {
    expect(() => requireComplete(table([]))).toThrow('Table "sample" has no rows to show')
  })
})
