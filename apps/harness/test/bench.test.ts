import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadProfile } from '@lat/bands'
import { checkRun } from '../src/evidence/check-run.js'
import { profileDigest } from '../src/evidence/run-profile.js'
import type { FinishedRun } from '../src/run/bench.js'
import { temporaryResults, tinyRun } from './tiny-run.js'

let run: FinishedRun
beforeAll(async () => {
  run = await tinyRun()
}, 300_000)

function copyOf(dir: string): string {
  const copy = join(temporaryResults(), 'copy')
  cpSync(dir, copy, { recursive: true })
  return copy
}

describe('bench', () => {
  it('leaves thirteen row files, every ledger, both figures and a MANIFEST', () => {
    const names = readdirSync(run.dir)
    expect(names.filter((name) => name.endsWith('.csv.gz'))).toHaveLength(13)
    expect(names).toEqual(expect.arrayContaining([
      'MANIFEST', 'achieved-rate.txt', 'analysis.json', 'attempts.txt', 'bands.txt', 'contended-cells.txt', 'cpu-seconds.txt', 'dropped-iterations.txt', 'failed-requests.txt', 'machine-state.txt', 'microbench.txt', 'profile.json',
      'overhead-ESTIMATE-dark.png', 'overhead-ESTIMATE-dark.svg', 'overhead-ESTIMATE-light.png', 'overhead-ESTIMATE-light.svg', 'row-counts.txt', 'tables-ESTIMATE.txt',
    ]))
  })

  it('notes the digest of the thresholds it was registered with, and leaves no word of an abort', () => {
    expect(readFileSync(join(run.dir, 'MANIFEST'), 'utf8')).toContain(`PROFILE_SHA256=${profileDigest(loadProfile('provisional'))}\n`)
    expect(existsSync(join(run.dir, 'aborted.txt'))).toBe(false)
  })

  it('accounts for every arrival of every cell, fails none, and takes each answer from the upstream once', () => {
    for (const { name, counts } of run.artefacts.analysis.cells) {
      expect([name, counts.ok + counts.dropped + counts.abandoned]).toEqual([name, counts.generator])
      expect([name, counts.rows]).toEqual([name, counts.generator])
    }
    const counted = run.artefacts.analysis.identity.filter(({ name }) => name.startsWith('answers-from-upstream'))
    expect(counted.length).toBeGreaterThan(0)
    for (const { expected, reported } of counted) expect(reported).toBe(expected)
  })

  it('names nobody and no directory of this machine in any file', () => {
    const home = process.env['HOME'] ?? '/nonexistent'
    for (const name of readdirSync(run.dir).filter((each) => !each.endsWith('.png'))) {
      const bytes = readFileSync(join(run.dir, name))
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
      expect(text.includes(`${home}/`), name).toBe(false)
      expect(text.includes(process.cwd()), name).toBe(false)
    }
  })
})

describe('checkRun', () => {
  it('finds nothing to say about the run as it was written', async () => {
    expect(await checkRun(run.dir)).toEqual([])
  })

  it('refuses a row file of which one digit was changed, naming it', async () => {
    const dir = copyOf(run.dir)
    const path = join(dir, 'enforce-nonstream-4096-r1.csv.gz')
    const text = gunzipSync(readFileSync(path)).toString('utf8')
    const at = text.lastIndexOf('1')
    writeFileSync(path, gzipSync(`${text.slice(0, at)}2${text.slice(at + 1)}`))
    await expect(checkRun(dir)).rejects.toThrow(/enforce-nonstream-4096-r1\.csv\.gz/)
  })

  it.each(['bands.txt', 'analysis.json', 'tables-ESTIMATE.txt', 'overhead-ESTIMATE-light.svg', 'achieved-rate.txt'])('names %s after one of its digits was changed', async (name) => {
    const dir = copyOf(run.dir)
    const path = join(dir, name)
    const text = readFileSync(path, 'utf8')
    const at = text.search(/\d(?=[^\d]*$)/)
    writeFileSync(path, `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`)
    const faults = await checkRun(dir)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name.replaceAll('.', '\\.')}: `))
  })

  it.each([
    ['a fact of the MANIFEST', 'MANIFEST', /^VERDICT=.*$/m, 'VERDICT=SMOKE PERFECT'],
    ['a count of a summary', 'enforce-nonstream-4096-r1.json', /"ok": \d+/, '"ok": 9'],
    ['a threshold', 'profile.json', /"slots":40/, '"slots":41'],
    ['the ledger of attempts', 'attempts.txt', /completed/, 'completes'],
  ])('refuses a run after %s was changed, naming the file', async (_what, name, from, to) => {
    const dir = copyOf(run.dir)
    const path = join(dir, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
    await expect(checkRun(dir)).rejects.toThrow(new RegExp(name.replaceAll('.', '\\.')))
  })

  it('names a picture that does not show its SVG', async () => {
    const dir = copyOf(run.dir)
    cpSync(join(dir, 'overhead-ESTIMATE-dark.png'), join(dir, 'overhead-ESTIMATE-light.png'))
    expect(await checkRun(dir)).toEqual(['overhead-ESTIMATE-light.png: is not the picture of its SVG'])
  })

  it('names a file that is missing', async () => {
    const dir = copyOf(run.dir)
    writeFileSync(join(dir, 'bands.txt'), '')
    expect((await checkRun(dir))[0]).toMatch(/^bands\.txt: /)
    expect(existsSync(join(dir, 'MANIFEST'))).toBe(true)
  })
})
