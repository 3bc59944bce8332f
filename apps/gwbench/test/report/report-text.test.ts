import { describe, expect, it } from 'vitest'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import type { RunRecord } from '../../src/merge/run-record.js'
import { buildResult } from '../../src/report/build-result.js'
import type { ResultContext } from '../../src/report/build-result.js'
import { plantedLine } from '../../src/report/planted-line.js'
import { reportText } from '../../src/report/report-text.js'
import { resultSchema } from '../../src/report/result-schema.js'
import { decodeRounds } from '../../src/rounds-file/decode-rounds.js'
import { encodeRounds } from '../../src/rounds-file/encode-rounds.js'
import { makeRun } from '../make-runs.js'

const targetNames = ['direct', 'v2', 'v2-twin', 'planted']
const extraNs: Record<string, number> = { direct: 0, v2: 110_000, 'v2-twin': 110_000, planted: 3_110_000 }
const run = (number: number, kept = true, loadEnd = 3.7) =>
  makeRun({ number, kept, loadStart: 3.5, loadEnd, targetNames, roundCount: 8, latencyNs: (target, round) => 81_833 + round * 1000 + extraNs[target]!, plantedNs: (target) => (target === 'planted' ? 3_000_000 : null) })
const runs = [run(0), run(1, false, 4.2), run(2), run(3)]

const context: ResultContext = {
  command: 'run', version: '1.2.3', startedAt: '2026-01-02T03:04:05.000Z', seed: 'lat', maximumLoad: 4,
  machine: { hardwareTag: 'linux-x64-2c', cpuModel: 'A CPU', coreCount: 2, platform: 'linux', kernel: '6.1', nodeVersion: 'v20.19.0' },
  targets: targetNames.map((name) => ({ name, url: `http://127.0.0.1:1/${name}`, parallelism: name === 'v2' ? 'GOMAXPROCS=8' : null, sha256: null, hasKey: false })),
  twin: { treatment: 'v2-twin', baseline: 'v2' }, planted: { treatment: 'planted', baseline: 'v2' }, upstreamCounted: true, directory: null,
}
const result = (changes: Partial<ResultContext> = {}, from: readonly RunRecord[] = runs) => buildResult(from, mergeRuns(from), { ...context, ...changes })

describe('reportText', () => {
  const lines = reportText(result()).split('\n')

  it('prints the lines of the protocol in their order', () => {
    expect(lines.slice(0, 5)).toEqual(['run 0 kept: load 3.50 -> 3.70', 'run 1 discarded: load 3.50 -> 4.20', 'run 2 kept: load 3.50 -> 3.70', 'run 3 kept: load 3.50 -> 3.70', 'kept runs=3, rounds per run=8, warm-up=1'])
    expect(lines.slice(5, 8)).toEqual([0, 2, 3].map((number) => `run ${number} overhead p50: v2=110.000µs v2-twin=110.000µs planted=3110.000µs`))
    expect(lines[8]).toMatch(/^target +p50 +p90 +p99 {3}# raw latencies, all kept runs: cadence=primed, targets=4, body=80 B, rounds=24$/)
    expect(lines[9]).toMatch(/^direct +85\.333µs +88\.533µs +88\.833µs$/)
    expect(lines[13]).toBe('overhead vs direct, paired per round (all kept runs):')
    expect(lines[14]).toMatch(/^# cadence=primed, targets=4, body=80 B, rounds=24;/)
    expect(lines[16]).toMatch(/^v2 +110\.000µs +110\.000µs +110\.000µs +110\.000µs/)
    expect(lines[19]).toMatch(/^A\/A v2-twin - v2 +0\.000µs +0\.000µs +0\.000µs/)
    expect(lines.slice(20, 23)).toEqual([
      'A/A v2-twin - v2: p50 0.000µs, standard error 0.000µs, true value 0',
      'resolution floor: 0.000µs; a smaller difference is not told from none',
      'planted planted - v2: recovered 3000.000µs of 3000.000µs recorded (0.00 %), transparent 110.000µs',
    ])
  })

  it('reports load range, machine, seed and the parallelism of every target', () => {
    expect(lines).toContain('load range 3.50 to 3.70, limit 4; linux-x64-2c, A CPU, linux 6.1, Node v20.19.0; seed lat')
    expect(lines).toContain('parallelism: direct=not stated; v2=GOMAXPROCS=8; v2-twin=not stated; planted=not stated')
    expect(lines).toContain('upstream requests per request: 1.000')
  })

  it('leaves P90 and P99 of paired differences out where no A/A stands beside them', () => {
    const bare = reportText(result({ twin: null, planted: null })).split('\n')
    expect(bare[16]).toMatch(/^v2 +110\.000µs +- +- +110\.000µs/)
    expect(bare.join('\n')).toContain('note: No A/A control in this run')
  })

  it('says when the upstream does not count, and when rounds are too few for a P99', () => {
    const text = reportText(result({ upstreamCounted: false }))
    expect(text).toContain('upstream requests per request: not counted')
    expect(text).toContain('note: 24 rounds do not resolve a P99, which takes 368')
  })

  it('names the 40 ms of a delayed acknowledgement', () => {
    const slow = [makeRun({ latencyNs: (target) => (target === 'a' ? 41_000_000 : 100_000) })]
    const text = reportText(result({ targets: [{ ...context.targets[0]! }, { ...context.targets[0]!, name: 'a' }], twin: null, planted: null }, slow))
    expect(text).toContain('note: a adds 40900.000µs, the 40 ms of a delayed acknowledgement')
  })
})

describe('buildResult', () => {
  it('gives what the published schema describes, also after JSON', () => {
    expect(resultSchema.parse(JSON.parse(JSON.stringify(result())))).toEqual(result())
  })

  it('follows from the rounds on disk alone', () => {
    expect(result({}, decodeRounds(encodeRounds(runs), 'rounds.csv'))).toEqual(result())
  })
})

describe('plantedLine', () => {
  it('gives recorded, recovered, transparent and A/A in microseconds', () => {
    expect(plantedLine(result({ command: 'planted' }))).toEqual({
      name: 'planted', recordedUs: 3000, recoveredUs: 3000, transparentUs: 110, aaUs: 0, aaSeUs: 0, recoveredToRecorded: 1,
      rounds: 24, runs: 3, cadence: 'primed', targets: 4, loadStart: 3.5, loadEnd: 3.7, ok: true, directory: null,
    })
  })
})
