import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as rows from '../src/index.js'
import { attempts, contendedCells, droppedIterations, encodeLedger, failedRequests, parseLedger, type Ledger } from '../src/index.js'

const ledgers: readonly Ledger[] = Object.values<unknown>(rows).filter((value): value is Ledger => typeof value === 'object' && value !== null && 'columns' in value && 'file' in value)

describe('encodeLedger', () => {
  it('aligns columns under their names and says what the file is', () => {
    expect(encodeLedger(droppedIterations, [{ cell: 'direct-payload-4096', scheduled: 6000, dropped: 2, allowance: 60, warmupDropped: 11 }])).toBe(
      '# Steady arrivals that found no free slot, against the allowance of the cell. Warm-up drops are tolerated.\n' +
        'cell                 scheduled  dropped  allowance  warmupDropped\n' +
        'direct-payload-4096       6000        2         60             11\n',
    )
  })

  it('keeps a message of any origin on its line', () => {
    const row = { attempt: 1, run: 'r', startedAt: '2026-11-30T11:50:40Z', mode: 'quick', outcome: 'failed', reason: ' died:\n  exit\t1\u001b[0m\0 ' }
    expect(parseLedger(attempts, encodeLedger(attempts, [row]))).toEqual([{ ...row, reason: 'died: exit 1 [0m' }])
  })

  it('says "positively none" without rows', () => {
    expect(parseLedger(contendedCells, encodeLedger(contendedCells, []))).toEqual([])
  })

  it('refuses a line that would read as a comment and be lost', () => {
    expect(() => encodeLedger(failedRequests, [{ cell: '#a', scheduled: 1, failed: 0, abandoned: 0, allowance: 5, causes: null }])).toThrow('failed-requests.txt: cell of line 3 starts with "#"')
  })

  it.each([
    [{ cell: 'a', scheduled: 1, failed: 0.5, abandoned: 0, allowance: 5, causes: null }, 'failed of line 3 is 0.5, not a whole number'],
    [{ cell: 'a', scheduled: 1, failed: Number.NaN, abandoned: 0, allowance: 5, causes: null }, 'not a whole number'],
    [{ cell: null as unknown as string, scheduled: 1, failed: 0, abandoned: 0, allowance: 5, causes: null }, 'cell of line 3 is null'],
  ])('refuses %j', (row, message) => {
    expect(() => encodeLedger(failedRequests, [row])).toThrow(expect.objectContaining({ code: 'LAT_ROWS_LEDGER', message: expect.stringContaining(message) as string }))
  })
})

describe('parseLedger', () => {
  const text = encodeLedger(droppedIterations, [{ cell: 'a', scheduled: 1, dropped: 0, allowance: 25, warmupDropped: 0 }])

  it.each([
    ['other columns', text.replace('dropped', 'lost   '), ':2: columns are'],
    ['a missing field', text.replace(/ +0\n$/, '\n'), ':3: 4 fields'],
    ['a word for a number', text.replace(' 25', ' aa'), ':3: allowance "aa"'],
    ['a cut file', text.slice(0, -1), ':3: the last line has no line end'],
    ['no column names', '# a comment\n', 'there are no column names'],
  ])('refuses %s', (_what, input, message) => {
    expect(() => parseLedger(droppedIterations, input)).toThrow(message)
  })

  it('is the exact inverse of encodeLedger, for all eight files', () => {
    expect(ledgers.map(({ file }) => file).sort()).toEqual(['achieved-rate.txt', 'attempts.txt', 'contended-cells.txt', 'cpu-seconds.txt', 'dropped-iterations.txt', 'failed-requests.txt', 'machine-state.txt', 'row-counts.txt'])
    const word = fc.stringMatching(/^[!-~]{1,8}( [!-~]{1,8})?$/).filter((text) => text !== '-' && !text.startsWith('#'))
    const values = { text: word, integer: fc.maxSafeInteger(), number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0) }
    for (const ledger of ledgers) {
      const row = fc.record(Object.fromEntries(Object.entries(ledger.columns).map(([name, kind]) => [name, kind.endsWith('?') ? fc.option<string | number>(values[kind.slice(0, -1) as 'text']) : values[kind as 'text']])))
      fc.assert(fc.property(fc.array(row), (drawn) => {
        expect(parseLedger(ledger, encodeLedger(ledger, drawn as never))).toEqual(drawn.map((line) => Object.fromEntries(Object.entries(line as object).map(([name, value]) => [name, Object.is(value, -0) ? 0 : value as unknown]))))
      }), { numRuns: 30 })
    }
  })
})
