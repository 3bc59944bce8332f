import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BandId } from '@lat/bands'
import { contendedCells, machineState, parseLedger } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../src/exit.js'
import type { FinishedRun } from '../src/run/bench.js'
import { fakeMachinery } from './fake-machinery.js'
import { fakeSettings, hastyHost, temporaryResults, tinyRun } from './tiny-run.js'

const clean = { shortSha: 'abcdef0', commit: 'abcdef0'.padEnd(40, '0'), tree: null, dirty: false }
/** A confirmed dip is three samples below the floor, a sensor that stays silent is asked twice. */
const dip = ['41', '40', '44']
const gone = ['unknown gone', 'unknown gone']
/** Readings around the 13 cells of a quick plan, the one at startup first. */
const script = (changes: Readonly<Record<number, readonly string[]>>) => ['95', ...Array.from({ length: 26 }, (_, index) => changes[index] ?? ['95']).flat()].join('\n')

interface Outcome {
  readonly run: FinishedRun | null
  readonly said: string
  readonly exitCode: number
  readonly dir: string
}

async function evidence(idleScript: string, out = temporaryResults()): Promise<Outcome> {
  let failure: unknown = null
  const run = await tinyRun({ options: { mode: 'evidence', out }, settings: fakeSettings, machinery: fakeMachinery(), host: hastyHost(), idleScript, source: clean }).catch((error: unknown) => {
    failure = error
    return null
  })
  return { run, said: failure === null ? '' : (failure as Error).message, exitCode: failure === null ? run!.artefacts.evaluation.exitCode : exitCodeOf(failure), dir: join(out, readdirSync(out).at(-1)!) }
}

const ledger = (dir: string) => parseLedger(contendedCells, readFileSync(join(dir, 'contended-cells.txt'), 'utf8'))
const excluded = ({ run }: Outcome) => run!.artefacts.evaluation.bands.flatMap((band) => ('reading' in band ? band.reading.excluded.map(({ repetition }): [BandId, number] => [band.id, repetition]) : []))
const status = ({ run }: Outcome, id: BandId) => run!.artefacts.evaluation.bands.find((band) => band.id === id)!.status

describe('an evidence run on a scripted machine', () => {
  it('records one isolated dip, leaves its repetition out of its own pairing only, and is judged without it', async () => {
    const outcome = await evidence(script({ 11: dip }))
    expect(ledger(outcome.dir)).toEqual([{ cell: 'passthrough-nonstream-4096-r1', repetition: 1, phase: 'after', idlePercent: 41, floorPercent: 60, samplesPercent: '41,40,44' }])
    expect(excluded(outcome)).toEqual([['BAND3', 1], ['BAND4', 1]])
    expect(['CONTENTION', 'BAND2', 'BAND3', 'BAND3-SMALL', 'CONTROL-AA', 'BAND3-STREAM', 'BAND5'].map((id) => status(outcome, id as BandId))).toEqual(['recorded', 'pass', 'unevaluable', 'recorded', 'recorded', 'pass', 'pass'])
    expect(outcome.run!.artefacts.evaluation).toMatchObject({ verdictLine: 'VERDICT VALID', notMet: ['BAND3', 'BAND4'], exitCode: 0 })
    expect(existsSync(join(outcome.dir, 'MANIFEST'))).toBe(true)
    expect(existsSync(join(outcome.dir, 'aborted.txt'))).toBe(false)
  }, 120_000)

  it('passes with a note where there is no such sensor, and ends with an empty ledger', async () => {
    const outcome = await evidence(['unsupported no counters here', script({}).split('\n').slice(1).map(() => 'unsupported no counters here')].flat().join('\n'))
    expect(outcome).toMatchObject({ said: '', exitCode: 0 })
    expect(ledger(outcome.dir)).toEqual([])
    expect(excluded(outcome)).toEqual([])
    expect(parseLedger(machineState, readFileSync(join(outcome.dir, 'machine-state.txt'), 'utf8')).map(({ note }) => note)).toEqual(Array.from({ length: 26 }, () => 'no counters here'))
    expect(readFileSync(join(outcome.dir, 'bands.txt'), 'utf8')).toMatch(/CONTENTION PASS[^]*NOTE idle-unsupported: .*26 of 26[^]*VERDICT VALID\n$/)
  }, 120_000)

  it('is aborted at the second of two dips in a row', async () => {
    const { dir, said, exitCode } = await evidence(script({ 4: dip, 5: dip }))
    expect(exitCode).toBe(1)
    expect(said).toMatch(/41% .*after enforce-nonstream-150-r1, below the 60% floor, and so was the reading before/)
    expect(ledger(dir).map(({ cell, phase }) => [cell, phase])).toEqual([['enforce-nonstream-150-r1', 'before'], ['enforce-nonstream-150-r1', 'after']])
    expect(readdirSync(dir).filter((name) => name.endsWith('.csv.gz'))).toEqual(['direct-canary-open-nonstream-150.csv.gz', 'passthrough-nonstream-150-r1.csv.gz'])
    expect(existsSync(join(dir, 'MANIFEST'))).toBe(false)
    expect(readFileSync(join(dir, 'aborted.txt'), 'utf8')).toContain(said)
  })

  it('is aborted after its last cell when 5 of 26 readings dipped, none after another', async () => {
    const { dir, said, exitCode } = await evidence(script({ 2: dip, 6: dip, 10: dip, 14: dip, 18: dip }))
    expect(exitCode).toBe(1)
    expect(said).toMatch(/5 of 26 readings, more than 10.*% of them/)
    expect(ledger(dir)).toHaveLength(5)
    expect(readdirSync(dir).filter((name) => name.endsWith('.csv.gz'))).toHaveLength(13)
    expect(existsSync(join(dir, 'MANIFEST'))).toBe(false)
  })

  it('is aborted at a sensor that cannot be read: nothing is recorded as positively none', async () => {
    const { dir, said, exitCode } = await evidence(script({ 4: gone }))
    expect(exitCode).toBe(1)
    expect(said).toMatch(/could not be read before enforce-nonstream-150-r1: gone/)
    expect(existsSync(join(dir, 'contended-cells.txt'))).toBe(false)
    expect(existsSync(join(dir, 'MANIFEST'))).toBe(false)
  })

  it('does not start on a busy machine, and makes no directory', async () => {
    const out = temporaryResults()
    await expect(tinyRun({ options: { mode: 'evidence', out }, settings: fakeSettings, machinery: fakeMachinery(), host: hastyHost(), idleScript: dip.join('\n'), source: clean })).rejects.toThrow(/at startup, below/)
    expect(readdirSync(out)).toEqual([])
  })
})
