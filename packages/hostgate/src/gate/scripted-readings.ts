import { HostgateInputError } from '../errors.js'
import { boundedNumber } from '../parse/bounded-number.js'
import { measured, unknown, unsupported } from '../reading.js'
import type { IdleSampler } from './confirm-idle.js'

/** Environment variable that names a file of scripted idle readings, for tests of a whole program. */
export const SCRIPTED_IDLE_VARIABLE = 'LAT_SCRIPTED_IDLE'

/**
 * Sampler that reads from a script instead of the machine: one line per sample, with the mean idle in percent,
 * `unknown <reason>` or `unsupported <note>`. Blank lines and lines that start with `#` are passed over. After the last
 * line every sample is `unknown`.
 *
 * @throws {HostgateInputError} on any other line, with its number
 */
export function scriptedReadings(text: string): IdleSampler {
  const script = text.split('\n').flatMap((raw, index) => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return []
    const [word, ...rest] = line.split(' ')
    if (word === 'unknown') return [unknown<never>(rest.join(' ') || 'scripted')]
    if (word === 'unsupported') return [unsupported<never>(rest.join(' ') || 'scripted')]
    const meanPercent = boundedNumber(line, 0, 100)
    if (meanPercent === null) throw new HostgateInputError('LAT_HOST_SCRIPT', `Line ${index + 1} of the scripted readings is ${JSON.stringify(line)}, not a percentage, "unknown" or "unsupported"`)
    return [measured({ meanPercent, lowestCorePercent: meanPercent, perCorePercent: [meanPercent], stealPercent: 0, intervalMs: 2_000 }, '%', 'script', 'scripted, not measured')]
  })
  let next = 0
  return () => Promise.resolve(script[next++] ?? unknown('the script of readings has ended'))
}

/** Why a run must not start: readings would come from a script. `null` when the hook is not set. Applies to every mode. */
export function scriptedReadingsRefusal(environment: Readonly<Record<string, string | undefined>>): string | null {
  const value = environment[SCRIPTED_IDLE_VARIABLE]
  if (value === undefined || value === '') return null
  return `${SCRIPTED_IDLE_VARIABLE} is set to "${value}", so host readings would come from a script and not from this machine. Unset it; no run starts while it is set.`
}
