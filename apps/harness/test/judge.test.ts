import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { evaluate, fromCellQuantiles, loadProfile } from '@lat/bands'
import { tables } from '@lat/render'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { judgeCommand } from '../src/commands/judge.js'
import { temporaryResults } from './tiny-run.js'

const file = fileURLToPath(new URL('../../../packages/bands/test/golden/published-run.json', import.meta.url))
const json = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

const spy = () => vi.spyOn(process.stdout, 'write').mockReturnValue(true)
let stdout: ReturnType<typeof spy>
beforeEach(() => {
  stdout = spy()
})
afterEach(() => stdout.mockRestore())

const printed = () => stdout.mock.calls.map(([text]) => String(text)).join('')

describe('judge --cells', () => {
  it('says the same of a file without the verdict that came with it', async () => {
    expect(await judgeCommand(undefined, { cells: file, json: true })).toBe(0)
    const { expected: _verdict, ...silent } = json
    const other = join(temporaryResults(), 'cells.json')
    writeFileSync(other, JSON.stringify(silent))
    const whole = printed()
    stdout.mockClear()
    expect(await judgeCommand(undefined, { cells: other, json: true })).toBe(0)
    expect(printed()).toBe(whole)
    expect(JSON.parse(whole)).toMatchObject({ verdict: 'VALID' })
  })

  it('prints every table before the bands with --tables', async () => {
    await judgeCommand(undefined, { cells: file, tables: true })
    expect(printed().indexOf('Quantile shift against direct')).toBeLessThan(printed().indexOf('BAND1 PASS'))
    expect(printed().endsWith('VERDICT VALID\n')).toBe(true)
  })

  it('judges by a profile in a file, and names its faults', async () => {
    const profile = loadProfile('published')
    const mine = join(temporaryResults(), 'mine.json')
    writeFileSync(mine, JSON.stringify({ ...profile, name: 'mine', bands: { ...profile.bands, BAND5: { ...profile.bands.BAND5, p50CeilingMs: 0.1 } } }))
    expect(await judgeCommand(undefined, { cells: file, profile: mine })).toBe(1)
    expect(printed()).toContain('BAND5 VIOLATED')
    writeFileSync(mine, JSON.stringify({ ...profile, slots: 0 }))
    await expect(judgeCommand(undefined, { cells: file, profile: mine })).rejects.toThrow(/slots/)
    await expect(judgeCommand(undefined, { cells: file, profile: './absent.json' })).rejects.toThrow(/--profile .*absent\.json is not a readable JSON file/)
  })
})

describe('the tables of the published run', () => {
  const analysis = fromCellQuantiles(json)
  const text = tables(analysis, evaluate(analysis, loadProfile('published')))
  /** Lines under one title, blanks collapsed. */
  const under = (title: string) => text.slice(text.indexOf(title)).split('\n\n').slice(1, 2).join().split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const row = (title: string, ...words: readonly string[]) => under(title).filter((line) => words.every((word) => line.includes(word)))

  it.each([
    ['Quantile shift against direct, duration', ['150 B 500', 'passthrough P50 +0.361']],
    ['Quantile shift against direct, duration', ['150 B 500', 'passthrough P90 +0.773']],
    ['Quantile shift against direct, duration', ['150 B 500', 'passthrough P99 +1.026']],
    ['Quantile shift against direct, duration', ['150 B 500', 'passthrough P99.9 +3.117']],
    ['Quantile shift against direct, duration', ['150 B 500', 'enforce P50 +0.443']],
    ['Quantile shift against direct, duration', ['150 B 500', 'enforce P90 +0.830']],
    ['Quantile shift against direct, duration', ['150 B 500', 'enforce P99 +1.067']],
    ['Quantile shift against direct, duration', ['150 B 500', 'enforce P99.9 +2.630']],
    ['Quantile shift against direct, duration', ['150 B 500', 'A/A control a P50 +0.373']],
    ['Quantile shift against direct, duration', ['150 B 500', 'A/A control b P50 +0.384']],
    ['Quantile shift against direct, duration', ['4096 B 500', 'passthrough P50 +0.315']],
    ['Quantile shift against direct, duration', ['4096 B 500', 'passthrough P99 +0.671']],
    ['Quantile shift against direct, duration', ['32768 B 150', 'passthrough P50 +0.675']],
    ['Quantile shift against direct, duration', ['32768 B 150', 'passthrough P99 +1.863']],
    ['Quantile shift against direct, duration', ['32768 B 150', 'enforce P99 +3.440']],
    ['Enforcement: enforce - passthrough', ['150 B 500', 'P50 +60', 'r1 +234', 'r2 +56', 'r3 +89', 'r4 +60', 'r5 +50']],
    ['Enforcement: enforce - passthrough', ['4096 B 500', 'P50 +498', 'r1 +502', 'r2 +498', 'r3 +492', 'r4 +522', 'r5 +469']],
    ['Enforcement: enforce - passthrough', ['32768 B 150', 'P50 +2668', 'r1 +2677', 'r2 +2653', 'r3 +2668', 'r4 +2793', 'r5 +2663']],
    ['Enforcement: enforce - passthrough', ['150 B stream 250', 'r1 +79', 'r2 +20', 'r3 +63']],
    ['P50 under load beside the paired delta', ['150 B 500', '0.690 0.772 +60']],
    ['P50 under load beside the paired delta', ['4096 B 500', '0.761 1.263 +498']],
    ['P50 under load beside the paired delta', ['32768 B 150', '1.318 3.971 +2668']],
    ['Where the enforcement curve crosses', ['500', '4,114 B', '150 B .. 4096 B']],
    ['Where the enforcement curve crosses', ['500', '4,112 B', '0 B .. 4096 B']],
    ['Where the enforcement curve crosses', ['500', '4,122 B', '4096 B .. 32768 B']],
    ['Where the enforcement curve crosses', ['1000 us', '10,729 B', '4096 B .. 32768 B', 'between measured points']],
  ])('%s: prints %j', (title, words) => {
    expect(row(title, ...words)).toHaveLength(1)
  })
})
