import { checkFixtures } from '@lat/mockupstream'
import { HarnessInputError } from '../errors.js'
import { defaultFixturesDir, fromCaller } from '../run/locate.js'
import type { Option } from './option.js'

/**
 * The directory `--fixtures` names, or the fixtures that come with the mock upstream.
 *
 * @throws {HarnessInputError} `LAT_HARNESS_USAGE` when the named directory holds no replay fixtures
 */
export async function requireFixtures(option: Option): Promise<string> {
  if (option === undefined) return defaultFixturesDir()
  const dir = fromCaller(String(option))
  try {
    await checkFixtures(dir)
  } catch (cause) {
    throw new HarnessInputError('LAT_HARNESS_USAGE', `--fixtures is "${dir}", which holds no replay fixtures: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  return dir
}
