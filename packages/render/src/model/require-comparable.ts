import type { Analysis, Shift } from '@lat/rows'
import { unequalCells } from '../errors.js'
import { promptLabel } from '../text/prompt-label.js'
import { armName } from './arm-name.js'
import { groups } from './groups.js'
import type { Group } from './groups.js'

/** The two groups a shift stands between. */
export interface Compared {
  readonly treatment: Group
  readonly baseline: Group
}

/**
 * The groups behind a shift, at one payload, response mode and rate.
 *
 * @throws {RenderInputError} when one of them ran at another rate, or not at all
 */
export function requireComparable(analysis: Pick<Analysis, 'cells'>, shift: Shift): Compared {
  const all = groups(analysis)
  const what = `The shift ${armName(shift.treatment)} - ${armName(shift.baseline)} at ${promptLabel(shift)}`
  const [treatment, baseline] = [shift.treatment, shift.baseline].map((arm) => {
    const group = all.find((each) => each.arm === arm && each.payloadBytes === shift.payloadBytes && each.stream === shift.stream)
    if (group === undefined) throw unequalCells(what, `${armName(arm)} has no cell at this payload`)
    return group
  }) as [Group, Group]

  const rates = [...new Set([shift.ratePerSecond, treatment.ratePerSecond, baseline.ratePerSecond])]
  if (rates.length > 1) throw unequalCells(what, `${rates.join(' and ')} requests per second`)
  return { treatment, baseline }
}
