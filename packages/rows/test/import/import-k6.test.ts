import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importK6, importRefusals, type ImportedCell } from '../../src/import/k6.js'
import { blockedNs, durationNs, RowsInputError, waitingNs } from '../../src/index.js'
import { readInput } from '../read-input.js'
import { refusal } from './refusal.js'

const read = (name: string): ImportedCell => importK6(readInput(`k6/${name}`), name, { generator: 'here' })
const durations = ({ rows }: ImportedCell): (number | null)[] => rows.map((row) => durationNs(row))

const HEAD = 'metric_name,timestamp,metric_value,error,error_code,scenario,status,extra_tags,metadata'
/** The lines of one request, in the order in which k6 writes them. */
function request(durationMs: number, { scenario = 'steady', status = '200', tags = '', metadata = '', stamp = '1796038640' } = {}): string[] {
  const parts = { http_reqs: 1, http_req_duration: durationMs, http_req_blocked: 0.002, http_req_connecting: 0, http_req_sending: 0.03, http_req_waiting: durationMs - 0.08, http_req_receiving: 0.05, http_req_failed: 0 }
  return Object.entries(parts).map(([metric, value]) => `${metric},${stamp},${value.toFixed(6)},,,${scenario},${status},${tags},${metadata}`)
}
const k6 = (...lines: string[]): string => [HEAD, ...lines].map((line) => `${line}\n`).join('')
const imported = (text: string, options: { scenario?: string } = {}): ImportedCell => importK6(text, 'a.csv', { generator: 'here', ...options })

describe('importK6', () => {
  it('joins the lines of a request and keeps the order of the file within a second', () => {
    const cell = read('01-good.csv')
    expect(durations(cell)).toEqual([310_000, 330_000, 350_000])
    expect(cell.rows[0]).toEqual({
      sequence: 0, generator: 'here', arm: 'target', sentNs: null, dispatchedNs: 0, connectedNs: 2000, writtenNs: 32_000, firstByteNs: 262_000, lastByteNs: 312_000, status: 200, outcome: 'ok', failure: null,
    })
    expect([waitingNs(cell.rows[0]!), blockedNs(cell.rows[0]!)]).toEqual([230_000, 2000])
    expect(importRefusals(cell)).toEqual([])
  })

  it('counts what was dropped and what failed, and refuses the cell', () => {
    const cell = read('02-failures-and-dropped.csv')
    expect([cell.dropped, cell.rows.map(({ outcome, status, failure }) => [outcome, status, failure])]).toEqual([7, [['ok', 200, null], ['failed', null, 'connect-refused'], ['failed', 500, 'status-500']]])
    expect(importRefusals(cell)).toEqual(['7 arrivals were never sent', '2 of 3 requests failed'])
    expect(durations(cell)).toEqual([310_000, null, null])
  })

  it.each([['03-rfc3339.csv', Date.UTC(2026, 10, 30, 11, 50, 40)], ['04-microseconds.csv', 1_796_038_640_088]])('reads the stamps of %s as a label only', (name, stampMs) => {
    const cell = read(name)
    expect(durations(cell)).toEqual([310_000])
    expect(cell.stampedEpochMs).toEqual({ first: stampMs, last: stampMs })
  })

  it('reads the tags of the user', () => {
    const cell = read('06-extra-tags.csv')
    expect([cell.tags, cell.rows[0]!.arm]).toEqual([{ cell: '150B@500', rep: '1', arm: 'direct' }, 'direct'])
  })

  it('reads an older header, which has the duration alone', () => {
    const cell = read('07-older-header.csv')
    expect(durations(cell)).toEqual([310_000])
    expect(cell.rows[0]).toMatchObject({ dispatchedNs: null, writtenNs: null, firstByteNs: null })
  })

  it('refuses a part that takes less than no time, naming its line', () => {
    const error = refusal(() => read('05-negative-receiving.csv'))
    expect([error.code, error.message]).toEqual(['LAT_ROWS_NEGATIVE', expect.stringContaining('05-negative-receiving.csv:9: http_req_receiving is -3.565700 ms')])
  })

  it('joins interleaved lines by instance, user and iteration', () => {
    const one = request(1, { tags: 'instance_id=a', metadata: 'vu=1&iter=0' })
    const two = request(2, { tags: 'instance_id=b', metadata: 'vu=1&iter=0' })
    const three = request(3, { tags: 'instance_id=a', metadata: 'vu=2&iter=0' })
    const cell = imported(k6(...one.flatMap((line, index) => [line, two[index]!, three[index]!])))
    expect(cell.rows.map((row) => [row.generator, row.sequence, durationNs(row)])).toEqual([['a', 0, 1e6], ['b', 0, 2e6], ['a', 1, 3e6]])
  })

  it('joins lines without users in spite of the order of their tags, which k6 does not keep', () => {
    const lines = request(1, { tags: 'a=1&b=2' }).map((line, index) => (index % 2 === 0 ? line : line.replace('a=1&b=2', 'b=2&a=1')))
    expect(durations(imported(k6(...lines, ...request(2, { tags: 'b=2&a=1' }))))).toEqual([1e6, 2e6])
  })

  it('takes two requests of one iteration as two', () => {
    expect(durations(imported(k6(...request(1, { metadata: 'vu=1&iter=0' }), ...request(2, { metadata: 'vu=1&iter=0' }))))).toEqual([1e6, 2e6])
  })

  it('reads one scenario and refuses to guess which', () => {
    const both = k6(...request(9, { scenario: 'warmup' }), ...request(1), 'dropped_iterations,1796038640,5.000000,,,warmup,,,', 'dropped_iterations,1796038640,2.000000,,,steady,,,')
    expect(refusal(() => imported(both)).message).toContain('a.csv:1: there are the scenarios "warmup", "steady"; say which')
    const cell = imported(both, { scenario: 'steady' })
    expect([durations(cell), cell.dropped]).toEqual([[1e6], 2])
    expect(refusal(() => imported(both, { scenario: 'none' })).code).toBe('LAT_ROWS_NO_ROWS')
  })

  it('takes a file in which every iteration was dropped', () => {
    const cell = imported(k6('dropped_iterations,1796038640,3.000000,,,steady,,,'))
    expect([cell.rows, cell.dropped, cell.stampedEpochMs]).toEqual([[], 3, null])
  })

  const good = request(1)
  it.each([
    ['LAT_ROWS_NO_ROWS', 'an empty file', '', 'a.csv:1'],
    ['LAT_ROWS_NO_ROWS', 'a header alone', k6(), 'a.csv:1'],
    ['LAT_ROWS_HEADER', 'a table of someone else', 'cell,rep,arm\na,1,b\n', 'a.csv:1'],
    ['LAT_ROWS_HEADER', 'two files joined', k6(...good, HEAD, ...good), 'a.csv:10'],
    ['LAT_ROWS_COLUMNS', 'a column twice', `${HEAD},status\n`, 'a.csv:1'],
    ['LAT_ROWS_FIELD_COUNT', 'a line with a field less', k6(good[0]!.slice(0, -1)), 'a.csv:2'],
    ['LAT_ROWS_TRUNCATED', 'a file cut inside its last line', k6(...good).slice(0, -3), 'a.csv:9'],
    ['LAT_ROWS_MARK_MISSING', 'a request cut between its lines', k6(...good.slice(0, 6)), 'a.csv:3'],
    ['LAT_ROWS_MARK_MISSING', 'a request without its duration', k6(good[0]!, ...good.slice(2)), 'a.csv:2'],
    ['LAT_ROWS_MARK_ORDER', 'lines of two requests taken for one', k6(good[0]!, good[1]!, ...request(2).slice(2)), 'a.csv:3'],
    ['LAT_ROWS_NOT_INTEGER', 'NaN', k6(good[0]!, good[1]!.replace('1.000000', 'NaN')), 'a.csv:3'],
    ['LAT_ROWS_NOT_INTEGER', 'an exponent', k6(good[0]!, good[1]!.replace('1.000000', '1e3')), 'a.csv:3'],
    ['LAT_ROWS_NOT_INTEGER', 'half a dropped iteration', k6('dropped_iterations,1796038640,0.500000,,,steady,,,'), 'a.csv:2'],
    ['LAT_ROWS_STATUS', 'a status that is none', k6(...request(1, { status: '99' })), 'a.csv:3'],
    ['LAT_ROWS_IMPORT', 'a stamp that is none', k6(...request(1, { stamp: 'yesterday' })), 'a.csv:2'],
    ['LAT_ROWS_IMPORT', 'an arm with a control character', k6(...request(1, { tags: 'arm=a\u001bb' })), 'a.csv:2'],
  ])('refuses with %s: %s', (code, _what, text, place) => {
    const error = refusal(() => imported(text))
    expect([error.code, error.message.slice(0, place.length + 1)]).toEqual([code, `${place}:`])
  })

  it('reads what k6 itself wrote, with and without users in it', () => {
    const joined = importK6(readInput('captured/k6-us.csv'), 'k6-us.csv', { generator: 'here', scenario: 'steady' })
    const ordered = importK6(readInput('captured/k6-s.csv'), 'k6-s.csv', { generator: 'here', scenario: 'steady' })
    for (const cell of [joined, ordered]) {
      expect(cell.rows.length + cell.dropped).toBeGreaterThanOrEqual(20)
      expect(new Set(cell.rows.map(({ failure }) => failure))).toEqual(new Set([null, 'status-503', 'early-close']))
      for (const row of cell.rows) if (row.outcome === 'ok') expect(durationNs(row)).toBeGreaterThan(0)
    }
    expect(joined.rows.every(({ generator, arm }) => generator === '1' && arm === 'direct')).toBe(true)
    expect(joined.tags).toEqual({ instance_id: '1', arm: 'direct' })
  })

  it('never throws anything but a RowsInputError, whatever the lines', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...good, ...request(2), 'vus,1,2,,,,,,', HEAD, 'x', '"', 'http_req_duration,1,2,3,4,5,6,7,8'], { maxLength: 12 }), (lines) => {
        try {
          imported(k6(...lines))
        } catch (error) {
          expect(error).toBeInstanceOf(RowsInputError)
        }
      }),
    )
  })
})
