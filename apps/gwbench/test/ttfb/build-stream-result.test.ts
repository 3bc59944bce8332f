import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../src/merge/run-record.js'
import { decodeRounds } from '../../src/rounds-file/decode-rounds.js'
import { encodeRounds } from '../../src/rounds-file/encode-rounds.js'
import { buildStreamResult } from '../../src/ttfb/build-stream-result.js'
import { streamReportText } from '../../src/ttfb/stream-report-text.js'
import { streamResultSchema } from '../../src/ttfb/stream-result-schema.js'
import { makeRun } from '../make-runs.js'

const targetNames = ['direct', 'eager', 'holds-headers', 'control-relay', 'control-twin']
/** The headers of one gateway come with its first event, those of another at once. */
const firstByteNs: Record<string, number> = { direct: 100_000, eager: 120_000, 'holds-headers': 400_000, 'control-relay': 110_000, 'control-twin': 110_000 }

function streamed(number = 0): RunRecord {
  const run = makeRun({ number, targetNames, roundCount: 20, latencyNs: (target, round) => 500_000 + round * 1000 + (target === 'direct' ? 0 : 200_000) })
  const withEvents = (rounds: RunRecord['rounds']) => rounds.map((round) => ({
    ...round,
    readings: round.readings.map((reading, target) => ({ ...reading, firstByteNs: firstByteNs[targetNames[target]!]!, firstEventNs: reading.lastByteNs - 60_000, secondEventNs: reading.lastByteNs - 40_000 })),
  }))
  return { ...run, warmup: withEvents(run.warmup), rounds: withEvents(run.rounds) }
}

const result = (runs: readonly RunRecord[], proven = ['eager']) =>
  buildStreamResult(runs, {
    command: 'run', version: '1.2.3', startedAt: '2026-01-02T03:04:05.000Z', seed: 'lat', maximumLoad: 4,
    machine: { hardwareTag: 'linux-x64-2c', cpuModel: 'A CPU', coreCount: 2, platform: 'linux', kernel: '6.1', nodeVersion: 'v20.19.0' },
    targets: targetNames.map((name) => ({ name, url: 'http://127.0.0.1:1/', parallelism: null, sha256: null, hasKey: false })),
    twin: { treatment: 'control-twin', baseline: 'control-relay' }, planted: null, upstreamCounted: true, directory: null, proven,
  })

describe('buildStreamResult', () => {
  it('tells the first byte, the first and second event and the last byte apart', () => {
    const { marks } = result([streamed()])
    const overhead = (mark: string, target: string) => marks.find((each) => each.mark === mark)!.overhead.find(({ treatment }) => treatment === target)!.pairedNs.p50Ns
    expect([overhead('firstByte', 'eager'), overhead('firstByte', 'holds-headers')]).toEqual([20_000, 300_000])
    for (const mark of ['firstEvent', 'secondEvent', 'lastByte']) expect(overhead(mark, 'eager')).toBe(200_000)
  })

  it('names the targets whose streaming was not proven, and no control among them', () => {
    expect(result([streamed()]).notes[0]).toBe('Not proven to stream: holds-headers. Another upstream cannot be asked to withhold events; leave --direct out and let gwbench start one with --upstream-port.')
    expect(result([streamed()], ['eager', 'holds-headers']).notes.join()).not.toContain('Not proven')
  })

  it('follows from the rounds file alone, and fits its schema', () => {
    const runs = [streamed(0), streamed(1)]
    const again = result(decodeRounds(encodeRounds(runs), 'rounds.csv'))
    expect(again).toEqual(result(runs))
    expect(streamResultSchema.parse(JSON.parse(JSON.stringify(again)))).toEqual(again)
  })

  it('refuses rounds that were no streams', () => {
    expect(() => result([makeRun({ targetNames })])).toThrowError('a stream of fewer than two events')
  })
})

describe('streamReportText', () => {
  it('has a table for every instant and says what was proven', () => {
    const text = streamReportText(result([streamed()]))
    for (const part of ['run 0 kept: load', 'proven to stream, event 2 before the upstream sent the rest: eager', 'first byte of the answer', 'first event complete', 'second event complete', 'last byte', 'upstream requests per request: 1.000']) expect(text).toContain(part)
  })
})
