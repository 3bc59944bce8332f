import { formatUs } from './format-us.js'
import type { GwbenchResult } from './result-schema.js'

/** What the controls of a run read, and how small a difference it can tell. */
export function controlLines({ controls: { twin, planted } }: Pick<GwbenchResult, 'controls'>): readonly string[] {
  const lines: string[] = []
  if (twin !== null) {
    const error = twin.standardErrorNs === null ? 'unknown' : formatUs(twin.standardErrorNs)
    lines.push(`A/A ${twin.treatment} - ${twin.baseline}: p50 ${formatUs(twin.pairedNs.p50Ns, true)}, standard error ${error}, true value 0`)
    lines.push(`resolution floor: ${twin.resolutionFloorNs === null ? 'unknown, too few rounds' : `${formatUs(twin.resolutionFloorNs)}; a smaller difference is not told from none`}`)
  }
  if (planted !== null) {
    const share = ((planted.recoveredNs / planted.recordedNs - 1) * 100).toFixed(2)
    lines.push(`planted ${planted.treatment} - ${planted.baseline}: recovered ${formatUs(planted.recoveredNs)} of ${formatUs(planted.recordedNs)} recorded (${Number(share) > 0 ? '+' : ''}${share} %), transparent ${formatUs(planted.transparentNs)}`)
  }
  return lines
}
