import { readFileSync } from 'node:fs'
import { loadProfile } from '@lat/bands'
import type { Profile } from '@lat/bands'
import { HarnessInputError } from '../errors.js'
import { fromCaller } from '../run/locate.js'

/**
 * A shipped profile by name, or one's own from a JSON file.
 *
 * @throws {BandsInputError} naming every fault of the profile
 * @throws {HarnessInputError} `LAT_HARNESS_USAGE` when the file cannot be read
 */
export function readProfile(nameOrFile: string): Profile {
  if (!nameOrFile.includes('/') && !nameOrFile.endsWith('.json')) return loadProfile(nameOrFile)
  const file = fromCaller(nameOrFile)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new HarnessInputError('LAT_HARNESS_USAGE', `--profile ${file} is not a readable JSON file: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  return loadProfile(json)
}
