import { importVegeta } from '@lat/rows/import/vegeta'
import { describe, expect, it } from 'vitest'
import type { Generator } from '../../src/merge/generator.js'
import { mergeGenerators } from '../../src/merge/merge-generators.js'
import { mergeText } from '../../src/merge/merge-text.js'
import { importedGenerators, importMismatches } from '../../src/merge/read-imports.js'
import { failedRow, mergeRow } from './merge-row.js'

function generator(name: string, durationsNs: readonly number[], change: Partial<Generator> = {}): Generator {
  const rows = durationsNs.map((durationNs, index) => mergeRow(index, { durationNs }))
  return { name, source: `${name}.json`, counts: { scheduled: rows.length, ok: rows.length, failed: 0, dropped: 0, abandoned: 0 }, rows, selfCheckFault: null, unjudged: null, ...change }
}
const alike = (count: number, durationNs: number): number[] => Array.from({ length: count }, () => durationNs)
const options = { engine: 'loadgen', name: 'cell', faults: [] } as const

describe('mergeGenerators', () => {
  it('takes the quantiles of each generator first and then their median, with all values beside them', () => {
    // Two of three machines read 1 ms and 2 ms; the third, with ten times as many requests, reads 9 ms.
    const report = mergeGenerators([generator('a', alike(20, 1e6)), generator('b', alike(20, 2e6)), generator('c', alike(200, 9e6))], options)
    expect(report.generators.map(({ arms }) => arms[0]!.series.duration!.quantilesNs[0])).toEqual([1e6, 2e6, 9e6])
    expect(report.arms[0]!.series.duration).toMatchObject({ count: 240, p50: { medianOfGeneratorsNs: 2e6, lowestNs: 1e6, highestNs: 9e6, pooledNs: 9e6 }, p99: { medianOfGeneratorsNs: null, pooledNs: null } })
    expect([report.verdict, report.counts.ok]).toEqual(['valid', 240])
  })

  it('drops by name a generator whose own check failed, and takes nothing of it', () => {
    const report = mergeGenerators([generator('a', alike(20, 1e6)), generator('b', alike(20, 50e6), { selfCheckFault: 'self-check host-contended (run-queue-delay)' })], options)
    expect(report.reasons).toEqual(['generator b is dropped: self-check host-contended (run-queue-delay)'])
    expect(report.arms[0]!.series.duration!.p50).toEqual({ medianOfGeneratorsNs: 1e6, lowestNs: 1e6, highestNs: 1e6, pooledNs: 1e6 })
    expect([report.verdict, report.counts.scheduled]).toEqual(['invalid', 20])
    expect(mergeText(report)).toContain('generator b (b.json): 20 scheduled, 20 ok, 0 failed, 0 dropped, 0 abandoned; DROPPED: self-check host-contended')
  })

  it('drops by name a generator that tells two like arms apart', () => {
    const arms = (name: string, shiftNs: number): Generator => {
      const rows = Array.from({ length: 400 }, (_, index) => mergeRow(index, { arm: index % 2 === 0 ? 'x' : 'y', durationNs: 1e6 + (index % 20) * 1000 + (index % 2) * shiftNs }))
      return generator(name, [], { rows, counts: { scheduled: 400, ok: 400, failed: 0, dropped: 0, abandoned: 0 } })
    }
    const report = mergeGenerators([arms('a', 0), arms('b', 200_000)], { ...options, alikeArms: { arms: ['x', 'y'], withinNs: 50_000 } })
    expect(report.generators.map(({ name, droppedBecause }) => [name, droppedBecause])).toEqual([['a', null], ['b', expect.stringMatching(/^A\/A outside: P50 of y minus x is 20\d\.\d us/)]])
    expect(mergeGenerators([generator('c', [1e6])], { ...options, alikeArms: { arms: ['x', 'y'], withinNs: 1 } }).reasons).toEqual([
      'generator c is dropped: A/A unresolved: it has no answers of both x and y',
      'no generator is left',
    ])
  })

  it('has no number where a generator answered nothing, and none for an arm that nobody answered', () => {
    const broken = generator('b', [], { rows: [mergeRow(0, failedRow)], counts: { scheduled: 1, ok: 0, failed: 1, dropped: 0, abandoned: 0 } })
    const report = mergeGenerators([broken], options)
    expect(report.arms[0]!.series).toEqual({ response: null, duration: null, waiting: null, service: null })
    expect(report.reasons).toEqual(['1 of 1 requests failed'])
  })

  it('says what an engine does not measure', () => {
    const line = (sequence: number): string => `${1_796_058_105_950_761_457n + BigInt(sequence) * 10_000_000n},200,80328${sequence},0,2,,,direct,${sequence},GET,http://127.0.0.1:1/,\n`
    const cell = importVegeta(Array.from({ length: 8 }, (_, sequence) => line(sequence)).join(''), 'a.csv', { generator: 'a' })
    const report = mergeGenerators(importedGenerators(cell), { ...options, engine: 'vegeta' })
    expect(mergeText(report)).toContain('  response not measured\n  duration not measured\n  waiting not measured\n  service, ms')
    expect([report.verdict, report.reasons]).toEqual(['unjudged', ['generator a: vegeta does not say whether it kept up; interleave two like arms and name them with --aa']])
    expect(importMismatches([cell, { ...cell, source: 'b.csv', tags: { cell: 'other' } }])).toEqual(['tag cell differs: "" in a.csv, "other" in b.csv'])
  })

  it('counts what an import lost as dropped', () => {
    const cell = importVegeta('1796058105950761457,200,5,0,2,,,direct,2,GET,http://127.0.0.1:1/,\n', 'a.csv', { generator: 'a' })
    expect(mergeGenerators(importedGenerators(cell), { ...options, engine: 'vegeta' }).reasons).toEqual(['2 of 3 arrivals were not sent'])
  })
})
