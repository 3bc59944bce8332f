import type { Cadence } from '../plan/cadence.js'
import { parseCadence } from '../plan/cadence.js'
import type { OptionReader } from './option-reader.js'
import { parseDuration } from './parse-duration.js'

/** Options that every measuring command has, as the command line gives them. */
export interface RawMeasurementOptions {
  readonly rounds?: unknown
  readonly warmup?: unknown
  readonly runs?: unknown
  readonly seed?: unknown
  readonly cadence?: unknown
  readonly maxLoad?: unknown
  readonly wait?: unknown
  readonly out?: unknown
  readonly fixtures?: unknown
  readonly json?: unknown
}

export interface MeasurementOptions {
  /** Kept rounds per run. */
  readonly rounds: number
  readonly warmupRounds: number
  /** Runs to keep. */
  readonly runs: number
  readonly seed: string
  readonly cadence: Cadence
  readonly maximumLoad: number
  readonly waitMs: number
  /** Where results go and fixtures are; `null` for the usual places. */
  readonly out: string | null
  readonly fixtures: string | null
}

export interface MeasurementDefaults {
  readonly rounds: number
  readonly warmup: number
  readonly runs: number
  readonly wait: string
}

export function measurementOptions(reader: OptionReader, raw: RawMeasurementOptions, defaults: MeasurementDefaults): MeasurementOptions {
  const cadenceText = reader.text('cadence', raw.cadence, 'primed')
  const cadence = parseCadence(cadenceText)
  if (cadence === null) reader.fault(`--cadence is "${cadenceText}"; it is primed, plain or paced:<ms> up to 60000`)
  const waitText = reader.text('wait', raw.wait, defaults.wait)
  const waitMs = parseDuration(waitText)
  if (waitMs === null) reader.fault(`--wait is "${waitText}"; it is a duration such as 2h, 90s or 0`)
  return {
    rounds: reader.whole('rounds', raw.rounds, defaults.rounds, 1, 1_000_000),
    warmupRounds: reader.whole('warmup', raw.warmup, defaults.warmup, 0, 1_000_000),
    runs: reader.whole('runs', raw.runs, defaults.runs, 1, 1000),
    seed: reader.text('seed', raw.seed, 'lat'),
    cadence: cadence ?? { kind: 'primed' },
    maximumLoad: reader.number('max-load', raw.maxLoad, 4),
    waitMs: waitMs ?? 0,
    out: raw.out === undefined ? null : reader.text('out', raw.out, ''),
    fixtures: raw.fixtures === undefined ? null : reader.text('fixtures', raw.fixtures, ''),
  }
}
