import { describe, expect, it } from 'vitest'
import { sampleCell } from '../src/analyse/sample-cell.js'
import { row } from './sample-rows.js'

const nothing = { dispatchedNs: null, connectedNs: null, writtenNs: null, firstByteNs: null, lastByteNs: null, status: null }

describe('sampleCell', () => {
  it('sorts the series of the answered rows', () => {
    const { duration, waiting, response } = sampleCell([row(0, 300_000), row(1, 100_000), row(2, 200_000)])
    expect([...duration]).toEqual([100_000, 200_000, 300_000])
    expect([...waiting]).toEqual([1_000, 1_000, 1_000])
    expect([...response]).toEqual([120_000, 220_000, 320_000])
  })

  it('keeps a fast failure out of every latency, and counts it', () => {
    const { duration, counts, failures, lateness } = sampleCell([row(0, 400_000), row(1, 50, { status: 500, outcome: 'failed', failure: 'status-500' })])
    expect([...duration]).toEqual([400_000])
    expect(counts).toEqual({ ok: 1, failed: 1, dropped: 0, abandoned: 0, rows: 2 })
    expect(failures).toEqual({ 'status-500': 1 })
    expect(lateness).toHaveLength(2)
  })

  it('counts a dropped arrival without a lateness', () => {
    const { counts, lateness } = sampleCell([row(0, 1, { ...nothing, outcome: 'dropped' })])
    expect(counts.dropped).toBe(1)
    expect(lateness).toHaveLength(0)
  })
})
