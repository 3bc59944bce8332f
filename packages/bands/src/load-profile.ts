import { profileInvalid, unknownProfile } from './errors.js'
import { profileSchema } from './profile.js'
import type { Profile } from './profile.js'
import provisional from './profiles/provisional.json' with { type: 'json' }
import published from './profiles/published.json' with { type: 'json' }

const shipped: Readonly<Record<string, unknown>> = { provisional, published }

/** Names of the profiles that come with the package. */
export const profileNames: readonly string[] = Object.keys(shipped)

/**
 * The thresholds a run is judged by: a shipped profile by name, or parsed JSON of one's own.
 *
 * Validated whole, so one message lists every fault. A threshold that was calibrated on nothing loads
 * only with its reason.
 *
 * @throws {BandsInputError} on an unknown name, or on JSON that is not a profile
 * @example loadProfile('provisional').rates.nonstream['4096'] // 150
 */
export function loadProfile(nameOrJson: unknown): Profile {
  if (typeof nameOrJson === 'string' && !(nameOrJson in shipped)) throw unknownProfile(nameOrJson, profileNames)
  const source = typeof nameOrJson === 'string' ? `Profile "${nameOrJson}"` : 'The JSON'
  const parsed = profileSchema.safeParse(typeof nameOrJson === 'string' ? shipped[nameOrJson] : nameOrJson)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.') || '(whole)'}: ${message}`)
    throw profileInvalid(source, faults, parsed.error)
  }
  return parsed.data
}
