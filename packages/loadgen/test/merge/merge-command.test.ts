import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRowsFile, writeRowsFile } from '@lat/rows/files'
import { afterAll, describe, expect, it } from 'vitest'
import type { MergeReport } from '../../src/merge/merge-generators.js'
import type { ReportedCell } from '../../src/merge/reported-cell.js'
import { runWords } from '../run-words.js'
import { mergeRow } from './merge-row.js'

const directory = mkdtempSync(join(tmpdir(), 'loadgen-merge-'))
afterAll(() => rmSync(directory, { recursive: true }))
const at = (name: string): string => join(directory, name)
const captured = (name: string): string => fileURLToPath(new URL(`../../../rows/test/inputs/captured/${name}`, import.meta.url))

const run = (...words: string[]) => runWords(words)

/** Writes the report and the rows of shard `index` of two, as a generator would. */
async function shard(name: string, index: number, change: Partial<ReportedCell> = {}, report: object = {}): Promise<string> {
  const rows = Array.from({ length: 50 }, (_, position) => mergeRow(index + 2 * position))
  const { sha256 } = await writeRowsFile(at(`${name}.csv.gz`), rows, { arms: ['target'], ratePerSecond: 100 })
  const cell: ReportedCell = {
    name: 'cell', ratePerSecond: 100, arrivals: 'constant', seed: 's', assignment: 'cell', arms: ['target'], warmupMs: 0, steadyStartMs: 0, steadyMs: 1000,
    shard: { index, count: 2 }, startedAtEpochMs: 1_800_000_000_000, aborted: false, generator: `shard-${index}`, rows: { file: `${name}.csv.gz`, sha256 }, ...change,
  }
  writeFileSync(at(`${name}.json`), JSON.stringify({ format: 1, pacing: 'worker', steady: { scheduled: 50, ok: 50, failed: 0, dropped: 0, abandoned: 0 }, selfCheck: { verdict: 'clean', reasons: [] }, cell, ...report }))
  return at(`${name}.json`)
}

describe('loadgen merge', () => {
  it('puts two shards together, and their rows with a column that says whose they are', async () => {
    const { exitCode, out } = await run('merge', await shard('a', 0), await shard('b', 1), '--json', '--rows', at('merged.csv.gz'))
    const report = JSON.parse(out) as MergeReport
    expect([exitCode, report.verdict, report.counts.scheduled]).toEqual([0, 'valid', 100])
    const merged = await readRowsFile(at('merged.csv.gz'))
    expect([merged.generators, merged.rows.map(({ sequence }) => sequence)]).toEqual([['shard-0', 'shard-1'], Array.from({ length: 100 }, (_, sequence) => sequence)])
    expect(merged.rows.every(({ sequence, generator }) => generator === `shard-${sequence % 2}`)).toBe(true)
  })

  it('names a shard that is missing and a generator it drops, and keeps the rows of the others only', async () => {
    const missing = await run('merge', await shard('c', 1))
    expect([missing.exitCode, missing.out]).toEqual([1, expect.stringContaining('INVALID: shard 0/2 is missing')])
    const limited = await shard('d', 0, {}, { selfCheck: { verdict: 'generator-limited', reasons: ['lateness-p99'] } })
    const { exitCode, out } = await run('merge', limited, await shard('e', 1), '--rows', at('kept.csv.gz'))
    expect([exitCode, out]).toEqual([1, expect.stringContaining('INVALID: generator shard-0 is dropped: self-check generator-limited (lateness-p99)')])
    expect((await readRowsFile(at('kept.csv.gz'))).rows.map(({ sequence }) => sequence % 2)).toEqual(Array.from({ length: 50 }, () => 1))
  })

  it('reports what nobody judged as not judged', async () => {
    const { exitCode, out } = await run('merge', await shard('f', 0, {}, { selfCheck: { verdict: 'unknown', reasons: ['only-50-sent'] } }), await shard('g', 1))
    expect([exitCode, out]).toEqual([3, expect.stringContaining('UNJUDGED: generator shard-0: no verdict on itself (only-50-sent)')])
  })

  it.each([
    ['another name', { name: 'other' }, {}, 'name differs: "cell" in'],
    ['another pacing', {}, { pacing: 'spin' }, 'pacing differs: worker in'],
    ['another steady phase', { steadyMs: 2000 }, {}, 'steady phase differs: 1000 ms in'],
    ['another seed of a Poisson schedule', { arrivals: 'poisson' }, {}, 'arrivals differs: constant in'],
    ['another start', { startedAtEpochMs: 1_800_000_000_001 }, {}, 'start differs: 2027-01-15T08:00:00.000Z in'],
    ['another number of shards', { shard: { index: 1, count: 4 } }, {}, 'number of shards differs: 2 in'],
    ['its own name twice', { generator: 'shard-0' }, {}, 'generator shard-0 is in'],
  ] as const)('refuses a generator with %s', async (_what, change, report, named) => {
    const path = await shard('k', 1, change, report)
    // The rows of shard 1/2 are not those of 1/4: that is said first, by the file.
    const { exitCode, out, err } = await run('merge', await shard('j', 0), path)
    if (change === undefined || !('shard' in change)) expect([exitCode, out, err]).toEqual([1, '', expect.stringContaining(`loadgen: not one load: ${named}`)])
    else expect([exitCode, out, err]).toEqual([3, '', expect.stringContaining('not in shard 1/4')])
  })

  it('says what to do about starts that differ', async () => {
    const { err } = await run('merge', await shard('t', 0), await shard('u', 1, { startedAtEpochMs: 1_800_000_000_001 }))
    expect(err).toMatch(/start differs: .*; give every machine the same instant as --start-at\n$/)
  })

  it('says that nothing was written when it drops every generator', async () => {
    const limited = { selfCheck: { verdict: 'generator-limited', reasons: ['lateness-p99'] } }
    const { exitCode, out, err } = await run('merge', await shard('v', 0, {}, limited), await shard('w', 1, {}, limited), '--rows', at('none.csv.gz'))
    expect([exitCode, out]).toEqual([1, expect.stringContaining('no generator is left')])
    expect(err).toContain(`--rows ${at('none.csv.gz')} was not written: every generator is dropped`)
    expect(() => readFileSync(at('none.csv.gz'))).toThrow('ENOENT')
  })

  it.each(['x.json', 'x.csv.gz'])('refuses to write over %s, which it reads', async (name) => {
    const report = await shard('x', 0)
    const before = readFileSync(at(name))
    const { exitCode, out, err } = await run('merge', report, await shard('y', 1), '--rows', at(name))
    expect([exitCode, out, err]).toEqual([2, '', expect.stringContaining(`--rows ${at(name)} is the file of`)])
    expect(readFileSync(at(name))).toEqual(before)
  })

  it('refuses rows in a directory that does not exist before it reads anything', async () => {
    expect(await run('merge', at('absent.json'), '--rows', at('absent/rows.csv.gz'))).toEqual({ exitCode: 2, out: '', err: expect.stringContaining('there is no directory') })
  })

  it('refuses the same shard twice', async () => {
    const { exitCode, err } = await run('merge', await shard('l', 0), await shard('m', 0, { generator: 'again' }))
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/shard 0\/2 is in .*l\.json and in .*m\.json/)])
  })

  it('names every malformed file with its line, writes nothing, and changes none of them', async () => {
    const good = await shard('n', 0)
    const cut = await shard('o', 1)
    writeFileSync(at('o.csv.gz'), '# lat-rows 1 arms=target ratePerSecond=100\nsequence,dispatchedNs\n')
    writeFileSync(at('p.json'), '{\n"format": 1,\n"cell" 2}')
    writeFileSync(at('q.json'), '{"format":1}')
    const before = readFileSync(at('n.csv.gz'))
    const { exitCode, out, err } = await run('merge', good, cut, at('p.json'), at('q.json'), at('absent.json'), '--rows', at('never.csv.gz'))
    expect([exitCode, out]).toEqual([3, ''])
    expect(err.trimEnd().split('\n').map((line) => line.replaceAll(directory, ''))).toEqual([
      expect.stringContaining('/o.csv.gz:2: column'),
      expect.stringContaining('/p.json:3: this is not the JSON report'),
      expect.stringContaining('/q.json:1: this is not the JSON report of a generator (loadgen --json): pacing'),
      expect.stringContaining('/absent.json'),
    ])
    expect(readFileSync(at('n.csv.gz'))).toEqual(before)
    expect(() => readFileSync(at('never.csv.gz'))).toThrow('ENOENT')
  })

  it('refuses rows that are not those of the report', async () => {
    const path = await shard('r', 0)
    await writeRowsFile(at('r.csv.gz'), [mergeRow(0)], { arms: ['target'], ratePerSecond: 100 })
    const { exitCode, err } = await run('merge', path)
    expect([exitCode, err]).toEqual([3, expect.stringContaining('They are not the rows of this run')])
  })

  it('refuses counts that are not those of the rows', async () => {
    const { exitCode, err } = await run('merge', await shard('s', 0, {}, { steady: { scheduled: 50, ok: 49, failed: 1, dropped: 0, abandoned: 0 } }))
    expect([exitCode, err]).toEqual([3, expect.stringMatching(/s\.json:1: it counts 49 ok, and .*s\.csv\.gz has 50/)])
  })

  it('reads what vegeta and k6 wrote on several machines', async () => {
    const vegeta = await run('merge', '--from', 'vegeta', `east=${captured('vegeta.csv')}`, `west=${captured('vegeta.json')}`)
    expect([vegeta.exitCode, vegeta.out]).toEqual([1, expect.stringContaining('response not measured')])
    expect(vegeta.out).toContain('generator west')
    const k6 = await run('merge', '--from', 'k6', '--scenario', 'steady', captured('k6-us.csv'), '--json')
    const report = JSON.parse(k6.out) as MergeReport
    expect([k6.exitCode, report.generators.map(({ name }) => name), report.arms[0]!.arm, report.arms[0]!.series.response]).toEqual([1, ['1'], 'direct', null])
    expect(report.arms[0]!.series.duration!.p50.pooledNs).toBeGreaterThan(0)
    expect((await run('merge', '--from', 'vegeta', captured('vegeta.csv'), captured('vegeta.json'))).err).toContain('two generators are named vegeta')
  })

  it.each([
    [2, 'nothing', [], 'No file given'],
    [2, 'an engine nobody knows', ['--from', 'wrk', 'a'], 'not one of loadgen, vegeta, k6'],
    [2, 'rows of an engine without a schedule', ['--from', 'k6', 'a', '--rows', 'b'], 'no scheduled instant'],
    [2, 'an A/A of one arm', ['a', '--aa', 'x'], 'does not name two arms'],
    [2, 'a bound without arms', ['a', '--aa-within', '5us'], '--aa-within needs --aa'],
    [2, 'a bound that is none', ['a', '--aa', 'x,y', '--aa-within', '5'], 'not a duration'],
    [3, 'k6 with two scenarios', ['--from', 'k6', captured('k6-us.csv')], 'say which one to read'],
  ])('exits %d on %s', async (exitCode, _what, words, named) => {
    const result = await run('merge', ...words)
    expect([result.exitCode, result.err]).toEqual([exitCode, expect.stringContaining(named)])
  })
})
