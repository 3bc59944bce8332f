import { pairedMedian, quantile } from '@lat/estimators'
import { GwbenchInputError } from '../errors.js'
import type { MergedRuns } from '../merge/merge-runs.js'
import { DIRECT } from '../target/target-option.js'
import type { PlantedControl } from './result-schema.js'

const LARGEST_RELATIVE_ERROR = 0.02
const LARGEST_TRANSPARENT_SHARE = 0.2

/**
 * Whether the instrument sees a delay that was planted: recovered against what the plant itself measured, not against
 * its nominal, because a delay always takes longer than asked.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_TARGET_FAILED` when an answer of the plant does not say how long it was held
 */
export function plantedControl(merged: MergedRuns, planted: string, transparent: string): PlantedControl {
  const recorded = merged.readings(planted).map(({ plantedNs }) => {
    if (plantedNs === null) throw new GwbenchInputError('LAT_GWBENCH_TARGET_FAILED', `Target "${planted}" holds answers back but one of them does not say for how long (x-lat-planted-ns).`)
    return plantedNs
  })
  const recordedNs = quantile(recorded, 0.5)
  const recoveredNs = pairedMedian(merged.pairs(planted, transparent)).delta
  const transparentNs = pairedMedian(merged.pairs(transparent, DIRECT)).delta
  return {
    treatment: planted,
    baseline: transparent,
    rounds: recorded.length,
    recordedNs,
    recoveredNs,
    transparentNs,
    recoveredWithinTwoPercent: Math.abs(recoveredNs - recordedNs) <= LARGEST_RELATIVE_ERROR * recordedNs,
    transparentBelowAFifth: transparentNs < LARGEST_TRANSPARENT_SHARE * recordedNs,
  }
}
