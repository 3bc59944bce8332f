import { describe, expect, it } from 'vitest'
import { CellRows } from '../src/cell-rows.js'
import { ABANDONED, createColumns, DROPPED, FAILED, OK } from '../src/columns.js'
import { countOutcomes } from '../src/count-outcomes.js'
import { failureCode } from '../src/failures.js'

function columns() {
  const made = createColumns(Float64Array.of(0, 10, 20, 30, 40, 50), Uint8Array.of(0, 1, 0, 1, 0, 1), true)
  made.outcome.set([OK, OK, FAILED, DROPPED, ABANDONED, FAILED])
  made.failure.set([0, 0, failureCode('status'), 0, 0, failureCode('reset')])
  made.status.set([200, 200, 503, 0, 0, 0])
  made.reconnected.set([0, 1, 0, 0, 0, 1])
  made.dispatchedNs.set([1.4, 2.6], 0)
  made.secondEventNs[1] = 7
  made.plantedNs[1] = 3e6
  return made
}

describe('CellRows', () => {
  const rows = new CellRows(columns(), ['direct', 'proxied'], { from: 1, length: 5, startNs: 10, shard: { index: 0, count: 1 } })

  it('reads the rows of a phase from its own start, in whole nanoseconds', () => {
    expect(rows.at(0)).toEqual({
      sequence: 0,
      arm: 'proxied',
      scheduledNs: 0,
      dispatchedNs: 3,
      connectedNs: null,
      writtenNs: null,
      firstByteNs: null,
      firstEventNs: null,
      secondEventNs: 7,
      lastByteNs: null,
      status: 200,
      outcome: 'ok',
      failure: null,
      reconnected: true,
      plantedNs: 3_000_000,
    })
    expect([...rows].map(({ scheduledNs, outcome, failure, status }) => [scheduledNs, outcome, failure, status])).toEqual([
      [0, 'ok', null, 200],
      [10, 'failed', 'status-503', 503],
      [20, 'dropped', null, null],
      [30, 'abandoned', null, null],
      [40, 'failed', 'reset', null],
    ])
  })

  it('numbers the rows of one of several generators as the shared schedule does', () => {
    const third = new CellRows(columns(), ['a', 'b'], { from: 0, length: 3, startNs: 0, shard: { index: 2, count: 3 } })
    expect([...third].map(({ sequence }) => sequence)).toEqual([2, 5, 8])
  })

  it.each([-1, 5, 0.5, NaN])('has no row %s', (sequence) => {
    expect(() => rows.at(sequence)).toThrow(RangeError)
  })
})

describe('countOutcomes', () => {
  it('adds up to what was scheduled', () => {
    expect(countOutcomes(columns(), 0, 6)).toEqual({ scheduled: 6, ok: 2, failed: 2, dropped: 1, abandoned: 1, failures: { 'status-503': 1, reset: 1 }, reconnected: 2 })
  })

  it('counts what has no outcome as abandoned', () => {
    const made = columns()
    made.outcome.fill(0)
    expect(countOutcomes(made, 2, 4)).toMatchObject({ scheduled: 2, abandoned: 2 })
  })
})

describe('columns', () => {
  it('hold a million arrivals in less than 100 MB', () => {
    const made = createColumns(new Float64Array(1000), new Uint8Array(1000), true)
    const bytesPerRow = Object.values(made as unknown as Record<string, Float64Array | null>).reduce((sum, column) => sum + (column?.byteLength ?? 0), 0) / 1000
    expect(bytesPerRow * 1e6).toBeLessThan(100e6)
  })
})
