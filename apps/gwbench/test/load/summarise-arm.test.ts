import type { Row } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { requireCounted } from '../../src/load/require-counted.js'
import { summariseArm } from '../../src/load/summarise-arm.js'

const row = (sequence: number, changes: Partial<Row> = {}): Row => ({
  sequence, arm: 'a', scheduledNs: sequence * 1e6, dispatchedNs: 10, connectedNs: 20, writtenNs: 30, firstByteNs: 1030 + sequence, firstEventNs: null, secondEventNs: null, lastByteNs: 2020 + sequence,
  status: 200, outcome: 'ok', failure: null, reconnected: false, plantedNs: null, ...changes,
})

describe('summariseArm', () => {
  it('takes both marks over ok answers alone, and counts every arrival', () => {
    const rows = [row(0), row(1), row(2), row(3, { outcome: 'failed', failure: 'status-500', lastByteNs: 9e9 }), row(4, { outcome: 'dropped', dispatchedNs: null, lastByteNs: null }), row(5, { outcome: 'abandoned', lastByteNs: null })]
    expect(summariseArm(rows, 500)).toMatchObject({ scheduled: 6, ok: 3, failed: 1, dropped: 1, abandoned: 1, failures: { 'status-500': 1 }, okPerSecond: 6, durationNs: { p50Ns: 2001 }, firstByteNs: { p50Ns: 1001 } })
  })

  it('has no quantiles where nothing was answered', () => {
    expect(summariseArm([row(0, { outcome: 'failed', failure: 'timeout' })], 500)).toMatchObject({ ok: 0, durationNs: null, firstByteNs: null })
  })
})

describe('requireCounted', () => {
  it('accepts retries and refuses answers that never reached the upstream, by name', () => {
    requireCounted('target "a"', 10, 12)
    expect(() => requireCounted('target "a"', 10, 9)).toThrowError('The upstream counted 9 requests where target "a" answered 10')
  })
})
