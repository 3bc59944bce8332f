import { HostgateInputError } from '../errors.js'
import type { Host } from '../probe/host.js'
import { measured, unknown, type Reading } from '../reading.js'
import { abortChance } from './abort-chance.js'
import { confirmIdle, type IdleSampler } from './confirm-idle.js'
import type { QuiescenceRules } from './quiescence.js'

/** How a long run would fare if the machine stayed as it was while somebody looked. */
export interface AbortForecast {
  /** From 0 to 1: `abortChance` of the planned readings. */
  readonly chance: number
  readonly plannedReadings: number
  /** Confirmed readings that were taken, and how many of them were below the floor. */
  readonly readings: number
  readonly readingsBelow: number
}

export interface ForecastOptions {
  readonly sampler: IdleSampler
  readonly clock: Pick<Host, 'nowMs'>
  /** How long to look. */
  readonly lookMs: number
  /** Readings of the run to come; an evidence run takes 106. */
  readonly plannedReadings: number
  readonly rules: Pick<QuiescenceRules, 'floorPercent' | 'pervasivePercent'>
}

/**
 * Takes confirmed readings for a while, as a run would, and says how likely the rules stop the run that follows.
 *
 * @throws {HostgateInputError} on a time or a number of readings that is not above 0
 */
export async function forecastAbort({ sampler, clock, lookMs, plannedReadings, rules }: ForecastOptions): Promise<Reading<AbortForecast>> {
  if (!(lookMs > 0 && Number.isFinite(lookMs) && Number.isInteger(plannedReadings) && plannedReadings > 0)) {
    throw new HostgateInputError('LAT_HOST_FORECAST', `A look of ${lookMs} ms for a run of ${plannedReadings} readings cannot be taken; both must be above 0`)
  }
  const startMs = clock.nowMs()
  const confirmedPercent: number[] = []
  do {
    const idle = await confirmIdle(sampler, rules.floorPercent)
    if (idle.idlePercent === null) return unknown(`Idle could not be read for a forecast: ${idle.remark ?? idle.state}`)
    confirmedPercent.push(idle.idlePercent)
  } while (clock.nowMs() - startMs < lookMs)
  return measured({
    chance: abortChance(confirmedPercent, plannedReadings, rules),
    plannedReadings,
    readings: confirmedPercent.length,
    readingsBelow: confirmedPercent.filter((percent) => percent < rules.floorPercent).length,
  }, 'chance', 'confirmed idle readings')
}
