import type { CpuIdle } from '../cpu-idle.js'
import { HostgateInputError } from '../errors.js'
import type { Reading } from '../reading.js'

export type IdleSampler = () => Promise<Reading<CpuIdle>>

/** An idle reading that is safe to act on. */
export interface ConfirmedIdle {
  readonly state: 'quiet' | 'below-floor' | 'unknown' | 'unsupported'
  /** The first reading, or the median of three where the first was below the floor. `null` without a value. */
  readonly idlePercent: number | null
  /** Every value that was read, in order. */
  readonly samplesPercent: readonly number[]
  /** The reading that was first believed, with its cores and steal; `null` without a value. */
  readonly first: CpuIdle | null
  /** Why there is no value, or a note beside it. */
  readonly remark: string | null
}

const RESAMPLES = 2

/**
 * One idle reading, and two more when it is below the floor: the median of the three decides, so that a burst of a
 * second stops no run. A reading that fails is tried once more; one that fails again is `unknown`, never a pass.
 *
 * @param floorPercent lowest idle at which the host still counts as quiet; exactly the floor is quiet
 * @throws {HostgateInputError} on a floor outside of 0 to 100
 */
export async function confirmIdle(sample: IdleSampler, floorPercent: number): Promise<ConfirmedIdle> {
  if (!(floorPercent >= 0 && floorPercent <= 100)) throw new HostgateInputError('LAT_HOST_FLOOR', `An idle floor of ${floorPercent}% is not between 0 and 100.`)
  const read = async (): Promise<Reading<CpuIdle>> => {
    const reading = await sample()
    return reading.state === 'unknown' ? sample() : reading
  }

  const reading = await read()
  if (reading.state === 'unknown') return { state: 'unknown', idlePercent: null, samplesPercent: [], first: null, remark: reading.reason }
  if (reading.state === 'unsupported') return { state: 'unsupported', idlePercent: null, samplesPercent: [], first: null, remark: reading.note }
  const first = reading.value
  const remark = reading.note ?? null
  const samplesPercent = [first.meanPercent]
  if (first.meanPercent >= floorPercent) return { state: 'quiet', idlePercent: first.meanPercent, samplesPercent, first, remark }

  for (let index = 0; index < RESAMPLES; index += 1) {
    const again = await read()
    if (again.state !== 'value') {
      const why = again.state === 'unknown' ? again.reason : again.note
      return { state: 'unknown', idlePercent: null, samplesPercent, first, remark: `the first reading could not be confirmed: ${why}` }
    }
    samplesPercent.push(again.value.meanPercent)
  }
  const median = [...samplesPercent].sort((a, b) => a - b)[1]!
  return { state: median < floorPercent ? 'below-floor' : 'quiet', idlePercent: median, samplesPercent, first, remark }
}
