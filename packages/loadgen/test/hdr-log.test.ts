import { decodeFromCompressedBase64, HistogramLogReader } from 'hdr-histogram-js'
import type { Row } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { hdrLog } from '../src/hdr-log.js'

const row = (sequence: number, change: Partial<Row> = {}): Row => ({
  sequence,
  arm: 'direct',
  scheduledNs: sequence * 100e6,
  dispatchedNs: 10,
  connectedNs: 1000,
  writtenNs: 2000,
  firstByteNs: 3000,
  firstEventNs: null,
  secondEventNs: null,
  lastByteNs: 1_001_000 + sequence,
  status: 200,
  outcome: 'ok',
  failure: null,
  reconnected: false,
  plantedNs: null,
  ...change,
})
const rows = Array.from({ length: 25 }, (_, sequence) => row(sequence))

describe('hdrLog', () => {
  it('writes one line per interval, arm and series that the library reads back', () => {
    const text = [...hdrLog(rows, { startedAtEpochMs: 1_700_000_000_123 })].join('')
    expect(text).toMatch(/^#\[Histogram log format version 1\.3\]\n#\[StartTime: 1700000000\.123 \(seconds since epoch\), 2023-11-14T22:13:20\.123Z\]\n"StartTimestamp"/)
    const lines = text.split('\n').filter((line) => line.startsWith('Tag='))
    expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
      ['Tag=direct.response', '0.000', '1.000'],
      ['Tag=direct.duration', '0.000', '1.000'],
      ['Tag=direct.response', '1.000', '1.000'],
      ['Tag=direct.duration', '1.000', '1.000'],
      ['Tag=direct.response', '2.000', '1.000'],
      ['Tag=direct.duration', '2.000', '1.000'],
    ])
    const reader = new HistogramLogReader(text)
    const counts: number[] = []
    for (let histogram = reader.nextIntervalHistogram(); histogram !== null; histogram = reader.nextIntervalHistogram()) counts.push(histogram.totalCount)
    expect(counts).toEqual([10, 10, 10, 10, 5, 5])
  })

  it('merges across processes without losing a count', () => {
    const log = [...hdrLog(rows, { startedAtEpochMs: 0 }), ...hdrLog(rows, { startedAtEpochMs: 0 })].filter((line) => line.startsWith('Tag=direct.duration'))
    const [first, ...others] = log.map((line) => decodeFromCompressedBase64(line.trim().split(',')[4]!))
    for (const other of others) first!.add(other)
    expect(first!.totalCount).toBe(50)
    expect(Math.abs(first!.getValueAtPercentile(50) - 1_000_012)).toBeLessThan(1000)
  })

  it('leaves out what was not answered, and writes tags that a log can hold', () => {
    const mixed = [row(0, { outcome: 'failed', failure: 'status-500' }), row(1, { outcome: 'dropped', dispatchedNs: null, lastByteNs: null }), row(2, { arm: 'a, b' })]
    const lines = [...hdrLog(mixed, { startedAtEpochMs: 0 })].filter((line) => line.startsWith('Tag='))
    expect(lines.map((line) => line.split(',')[0])).toEqual(['Tag=a__b.response', 'Tag=a__b.duration'])
    expect([...hdrLog([], { startedAtEpochMs: 0 })]).toHaveLength(3)
  })
})
