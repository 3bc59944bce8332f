import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempts, parseLedger } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../src/exit.js'
import type { CellFaults } from './fake-machinery.js'
import { fakeMachinery } from './fake-machinery.js'
import { fakeSettings, hastyHost, temporaryResults, tinyRun } from './tiny-run.js'

const clean = { shortSha: 'abcdef0', commit: 'abcdef0'.padEnd(40, '0'), tree: null, dirty: false }
/** Of its 750 arrivals 735 have to be answered, 25 may be dropped and 5 may fail. */
const third = 'enforce-nonstream-150-r1'

const run = (mode: 'evidence' | 'smoke', faults: Readonly<Record<string, CellFaults>>, out = temporaryResults()) =>
  tinyRun({ options: { mode, out }, settings: fakeSettings, machinery: fakeMachinery(faults), host: hastyHost(), source: clean })

async function broken(faults: Readonly<Record<string, CellFaults>>): Promise<{ readonly said: string; readonly exitCode: number; readonly out: string; readonly dir: string }> {
  const out = temporaryResults()
  const error: unknown = await run('evidence', faults, out).then(() => null, (failure: unknown) => failure)
  return { said: (error as Error).message, exitCode: exitCodeOf(error), out, dir: join(out, readdirSync(out)[0]!) }
}

const rowFiles = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.csv.gz'))

describe('an evidence run', () => {
  it.each([
    ['RATE', { dropped: 16 }, `${third} breaks RATE under-served: ${third} completed 734 of 750 demanded, 735 needed`],
    ['INTEGRITY', { failed: 6 }, `${third} breaks INTEGRITY failed: ${third} failed 6 of 750 requests, 5 allowed (status-500 6)`],
  ])('ends at the first cell that breaks %s', async (_band, fault, expected) => {
    const { said, exitCode, dir } = await broken({ [third]: fault, 'controla-nonstream-150-r1': fault })
    expect(said.startsWith(expected)).toBe(true)
    expect(said).toContain('here cell 3 of 13')
    expect(exitCode).toBe(1)
    expect(rowFiles(dir)).toHaveLength(3)
    expect(existsSync(join(dir, 'MANIFEST'))).toBe(false)
    expect(readFileSync(join(dir, 'aborted.txt'), 'utf8')).toContain(expected)
  })

  it('names both bands of a cell that breaks both', async () => {
    const { said } = await broken({ [third]: { dropped: 26 } })
    expect(said).toMatch(/breaks RATE under-served: .*; INTEGRITY dropped: .* dropped 26 of 750 arrivals, 25 allowed/)
  })

  it('goes on over cells at the edge of their tolerance, and enters the attempt before it', async () => {
    const { out, said } = await broken({ [third]: { dropped: 16 } })
    const finished = await run('evidence', { [third]: { dropped: 15 }, 'controla-nonstream-150-r1': { failed: 5 } }, out)
    expect(finished.artefacts.evaluation).toMatchObject({ verdictLine: 'VERDICT VALID', exitCode: 0 })
    expect(rowFiles(finished.dir)).toHaveLength(13)
    expect(parseLedger(attempts, readFileSync(join(finished.dir, 'attempts.txt'), 'utf8'))).toMatchObject([
      { attempt: 1, outcome: 'aborted', reason: said },
      { attempt: 2, run: finished.name, outcome: 'completed', reason: null },
    ])
  }, 120_000)
})

describe('a smoke run', () => {
  it('measures on after a broken cell, and fails in its verdict', async () => {
    const { artefacts, dir } = await run('smoke', { [third]: { dropped: 26 } })
    expect(rowFiles(dir)).toHaveLength(13)
    expect(artefacts.evaluation).toMatchObject({ verdictLine: 'SMOKE FAILED', failing: ['RATE', 'INTEGRITY'], exitCode: 1 })
  }, 120_000)
})

describe('an interrupted run', () => {
  it('has its reason on disk before anything else happens, for a second signal ends the program', async () => {
    const out = temporaryResults()
    const controller = new AbortController()
    let noted = ''
    const runCell = async () => {
      controller.abort(new Error('SIGINT'))
      noted = readFileSync(join(out, readdirSync(out)[0]!, 'aborted.txt'), 'utf8')
      throw new Error('the load ended')
    }
    await expect(tinyRun({ options: { out }, settings: fakeSettings, host: hastyHost(), machinery: { ...fakeMachinery(), runCell }, signal: controller.signal })).rejects.toThrow(/interrupted/)
    expect(noted).toMatch(/^\d{4}-.*Z\nThe run was interrupted/)
  })

  it('says that it ended without a word until it has one', async () => {
    const out = temporaryResults()
    let noted = ''
    const runCell = async () => {
      noted = readFileSync(join(out, readdirSync(out)[0]!, 'aborted.txt'), 'utf8')
      throw new Error('no more load')
    }
    await expect(tinyRun({ options: { out }, settings: fakeSettings, host: hastyHost(), machinery: { ...fakeMachinery(), runCell } })).rejects.toThrow('no more load')
    expect(noted).toContain('ended without a word')
    expect(readFileSync(join(out, readdirSync(out)[0]!, 'aborted.txt'), 'utf8')).toMatch(/Z\nno more load\n$/)
  })
})

describe('the subject', () => {
  it('is asked one question in each mode before the first cell, and refused when it answers with an error', async () => {
    const out = temporaryResults()
    const started: string[] = []
    await expect(tinyRun({ options: { out }, settings: fakeSettings, host: hastyHost(), machinery: fakeMachinery({}, { probeStatus: 403, started }) })).rejects.toThrow(/refgateway is ready in passthrough mode, and answers status 403 to one request/)
    expect(started).toEqual(['passthrough'])
    expect(rowFiles(join(out, readdirSync(out)[0]!))).toEqual([])
  })

  it('gets the arguments planted in one control in that control alone', async () => {
    const started: string[] = []
    const out = temporaryResults()
    // The closing canary breaks, so that nothing is drawn.
    await tinyRun({ options: { mode: 'smoke', out, controlbArg: '--plant-delay-us=3000' }, settings: fakeSettings, host: hastyHost(), machinery: { ...fakeMachinery({}, { started }), runCell: async (spec, options) => (spec.name.includes('close') ? Promise.reject(new Error('enough')) : fakeMachinery().runCell(spec, options)) } }).catch(() => undefined)
    expect(started).toEqual(['passthrough', 'enforce', 'passthrough', 'enforce', 'passthrough', 'passthrough --plant-delay-us=3000', 'passthrough', 'enforce', 'passthrough', 'enforce'])
  })
})
