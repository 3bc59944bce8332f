import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalProfile, loadProfile, profileNames } from '@lat/bands'
import type { Profile } from '@lat/bands'
import type { Manifest } from '@lat/rows'
import { HarnessInputError } from '../errors.js'

/** The thresholds of a run as they were before its first cell. */
export const profileFile = 'profile.json'

/** Manifest key of the digest of those thresholds. */
export const profileKey = 'PROFILE_SHA256'

/** sha256 of the canonical text of a profile, in hexadecimal. */
export function profileDigest(profile: Profile): string {
  return createHash('sha256').update(canonicalProfile(profile)).digest('hex')
}

/** `PROFILE DIFFERS …` when the shipped profile of the same name holds other thresholds by now, else `null`. */
export function profileChange(profile: Profile): string | null {
  if (!profileNames.includes(profile.name)) return null
  const [made, shipped] = [profileDigest(profile), profileDigest(loadProfile(profile.name))]
  if (made === shipped) return null
  return `PROFILE DIFFERS the run was made under profile ${profile.name} with sha256 ${made.slice(0, 12)}, the one shipped now has ${shipped.slice(0, 12)}: judged by its own, a verdict is not retroactive`
}

/**
 * The profile a run was made under, from its own directory.
 *
 * Runs that noted no digest are judged by the shipped profile of the same name.
 *
 * @throws {HarnessInputError} `LAT_HARNESS_ALTERED` when `profile.json` is not the one the MANIFEST describes
 */
export async function runProfile(manifest: Manifest, dir: string): Promise<Profile> {
  const name = manifest.get('PROFILE')!
  const expected = manifest.get(profileKey)
  if (expected === undefined) return loadProfile(name)
  const path = join(dir, profileFile)
  const text = await readFile(path, 'utf8').catch(() => null)
  const altered = (why: string) => new HarnessInputError('LAT_HARNESS_ALTERED', `${path} ${why}. The thresholds are not the ones this run was registered with, profile ${name}.`)
  if (text === null) throw altered('is missing or cannot be read')
  const actual = createHash('sha256').update(text).digest('hex')
  if (actual !== expected) throw altered(`has sha256 ${actual}, but the MANIFEST says ${expected}`)
  const profile = loadProfile(JSON.parse(text))
  if (profile.name !== name) throw altered(`holds profile ${profile.name}`)
  return profile
}
