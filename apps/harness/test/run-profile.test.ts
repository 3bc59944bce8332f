import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalProfile, loadProfile } from '@lat/bands'
import { describe, expect, it } from 'vitest'
import { profileChange, profileDigest, runProfile } from '../src/evidence/run-profile.js'
import { temporaryResults } from './tiny-run.js'

const shipped = loadProfile('provisional')
const lenient = { ...shipped, bands: { ...shipped.bands, BAND5: { ...shipped.bands.BAND5, p50CeilingMs: 40 } } }

/** A run's directory with its thresholds, and the two lines of its MANIFEST that name them. */
function noted(text: string, sha256 = createHash('sha256').update(text).digest('hex'), name = 'provisional'): { readonly dir: string; readonly manifest: ReadonlyMap<string, string> } {
  const dir = join(temporaryResults(), 'run')
  mkdirSync(dir)
  writeFileSync(join(dir, 'profile.json'), text)
  return { dir, manifest: new Map([['PROFILE', name], ['PROFILE_SHA256', sha256]]) }
}

describe('runProfile', () => {
  it('reads the thresholds a run was made under from its own directory', async () => {
    const { dir, manifest } = noted(canonicalProfile(lenient))
    expect(await runProfile(manifest, dir)).toEqual(lenient)
  })

  it('takes the shipped profile for a run that noted none', async () => {
    expect(await runProfile(new Map([['PROFILE', 'published']]), temporaryResults())).toEqual(loadProfile('published'))
  })

  it.each([
    ['a threshold that was edited', noted(canonicalProfile(lenient), profileDigest(shipped)), /profile\.json has sha256 .*, but the MANIFEST says .*profile provisional/],
    ['a file that is gone', { ...noted(canonicalProfile(shipped)), dir: temporaryResults() }, /profile\.json is missing or cannot be read/],
    ['a profile of another name', noted(canonicalProfile(loadProfile('published'))), /profile\.json holds profile published\..*registered with, profile provisional/],
  ])('refuses %s with LAT_HARNESS_ALTERED, naming file and profile', async (_what, { dir, manifest }, said) => {
    await expect(runProfile(manifest, dir)).rejects.toThrow(expect.objectContaining({ code: 'LAT_HARNESS_ALTERED', message: expect.stringMatching(said) as string }))
  })
})

describe('profileChange', () => {
  it('names a shipped profile that holds other thresholds by now', () => {
    expect(profileChange(lenient)).toMatch(/^PROFILE DIFFERS the run was made under profile provisional with sha256 [0-9a-f]{12}, the one shipped now has 3afad2bc703c/)
  })

  it('says nothing of the shipped one, nor of a profile of one\'s own', () => {
    expect(profileChange(shipped)).toBeNull()
    expect(profileChange({ ...lenient, name: 'mine' })).toBeNull()
  })
})
