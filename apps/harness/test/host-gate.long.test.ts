import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contendedCells, parseLedger } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import type { FinishedRun } from '../src/run/bench.js'
import { temporaryResults, tinyRun } from './tiny-run.js'

const clean = { shortSha: 'abcdef0', commit: 'abcdef0'.padEnd(40, '0'), tree: null, dirty: false }
const script = (changes: Readonly<Record<number, readonly string[]>>) => ['95', ...Array.from({ length: 26 }, (_, index) => changes[index] ?? ['95']).flat()].join('\n')

async function evidence(idleScript: string): Promise<{ readonly run: FinishedRun | null; readonly refused: string; readonly dir: string }> {
  const out = temporaryResults()
  let refused = ''
  const run = await tinyRun({ options: { mode: 'evidence', out }, idleScript, source: clean }).catch((error: unknown) => {
    refused = (error as Error).message
    return null
  })
  return { run, refused, dir: join(out, readdirSync(out)[0]!) }
}

const ledger = (dir: string) => parseLedger(contendedCells, readFileSync(join(dir, 'contended-cells.txt'), 'utf8'))

describe('an evidence run on a scripted machine', () => {
  it('ends with an empty ledger on a quiet one', async () => {
    const { dir } = await evidence(script({}))
    expect(ledger(dir)).toEqual([])
  })

  it('records one isolated dip, and leaves its repetition out of its own pairing only', async () => {
    const { run, dir } = await evidence(script({ 11: ['41', '40', '44'] }))
    expect(ledger(dir)).toMatchObject([{ cell: 'passthrough-nonstream-4096-r1', repetition: 1, phase: 'after', idlePercent: 41, floorPercent: 60, samplesPercent: '41,40,44' }])
    const status = (id: string) => run!.artefacts.evaluation.bands.find((band) => band.id === id)!.status
    expect(status('BAND3')).toBe('unevaluable')
    expect(status('BAND2')).not.toBe('unevaluable')
    expect(run!.artefacts.evaluation.exitCode).toBe(1)
  })

  it.each([
    ['at two dips in a row', script({ 4: ['41', '40', '44'], 5: ['41', '40', '44'] }), /so was the reading before/],
    ['at a sensor that cannot be read', script({ 4: ['unknown gone', 'unknown gone'] }), /could not be read/],
  ])('is aborted %s, without a MANIFEST', async (_when, idleScript, said) => {
    const { refused, dir } = await evidence(idleScript)
    expect(refused).toMatch(said)
    expect(existsSync(join(dir, 'MANIFEST'))).toBe(false)
    expect(readFileSync(join(dir, 'aborted.txt'), 'utf8')).toMatch(said)
  })
})
