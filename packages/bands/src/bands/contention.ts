import type { Analysis } from '@lat/rows'
import type { BandBase, BandStatus, Finding } from '../band-result.js'
import { worstStatus } from '../band-result.js'
import { contendedCells } from '../contended-cells.js'
import type { Profile } from '../profile.js'

export interface ContentionBand extends BandBase {
  readonly id: 'CONTENTION'
  readonly readings: number
  readonly belowFloor: number
  readonly unreadable: number
  readonly idleFloorPercent: number
  /** Cells around which the host was confirmed busy, in run order. */
  readonly cells: readonly string[]
}

type Readings = Analysis['readings']

/** A sensor that exists and said nothing; a host without one is no fault. */
function unread({ idlePercent, idleUnsupported }: Readings[number]): boolean {
  return idlePercent === null && !idleUnsupported
}

/** Longest stretch of readings below the floor, in run order. */
function longestStretch(readings: Readings): number {
  let longest = 0
  let current = 0
  for (const { belowFloor } of readings) {
    current = belowFloor ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return longest
}

function sustained(readings: Readings, { idleFloorPercent, consecutive, subFloorShare }: Profile['quiescence']): readonly Finding[] {
  const below = readings.filter(({ belowFloor }) => belowFloor).length
  const stretch = longestStretch(readings)
  const found: Finding[] = []
  if (stretch >= consecutive.readings) {
    found.push({ code: 'busy-in-a-row', text: `${stretch} readings in a row were below ${idleFloorPercent} % idle, ${consecutive.readings} already mean a busy host` })
  }
  if (below * 10_000 > readings.length * subFloorShare.basisPoints) {
    found.push({ code: 'busy-throughout', text: `${below} of ${readings.length} readings were below ${idleFloorPercent} % idle, at most ${subFloorShare.basisPoints / 100} % may be` })
  }
  return found
}

function unreadable(analysis: Analysis): readonly Finding[] {
  const { readings, cells } = analysis
  if (readings.length === 0) return [{ code: 'idle-not-recorded', text: 'no idle reading was recorded around any cell' }]
  const found: Finding[] = []
  const blind = readings.filter(unread)
  if (blind.length > 0) found.push({ code: 'idle-unreadable', text: `${blind.length} of ${readings.length} idle readings could not be read, the first ${blind[0]!.phase} ${blind[0]!.cell}` })
  const bare = cells.filter(({ name }) => (['before', 'after'] as const).some((phase) => !readings.some((one) => one.cell === name && one.phase === phase)))
  if (bare.length > 0) found.push({ code: 'idle-missing', text: `no reading before or after ${bare.map(({ name }) => name).join(', ')}` })
  return found
}

function remarks({ readings, cells }: Analysis, contended: ReadonlySet<string>): readonly Finding[] {
  const without = readings.filter(({ idleUnsupported }) => idleUnsupported).length
  const found: Finding[] = []
  if (without > 0) found.push({ code: 'idle-unsupported', text: `this host has no idle counters: ${without} of ${readings.length} readings are none, and nobody can say how busy it was` })
  for (const { name, repetition, arm } of cells) {
    if (!contended.has(name) || (repetition !== null && arm !== 'direct')) continue
    found.push({ code: 'contended-kept', text: `${name} has no repetition to leave out: kept, though the host was busy around it` })
  }
  return found
}

/**
 * Whether the host was quiet enough around the cells. Evidence fails on two readings below the floor in
 * a row, on too large a share of them, and on a sensor that cannot be read; smoke and quick runs warn.
 * One isolated dip is recorded in every mode, and its repetition leaves the medians.
 */
export function judgeContention(analysis: Analysis, profile: Profile): ContentionBand {
  const evidence = analysis.run.mode === 'evidence'
  const busy = sustained(analysis.readings, profile.quiescence)
  const blind = unreadable(analysis)
  const contended = contendedCells(analysis)
  const cells = analysis.cells.filter(({ name }) => contended.has(name)).map(({ name }) => name)
  const statuses: BandStatus[] = [
    ...(busy.length > 0 ? (['violated'] as const) : []),
    ...(blind.length > 0 ? (['unevaluable'] as const) : []),
  ]
  const status = statuses.length === 0 ? (cells.length > 0 ? 'recorded' : 'pass') : evidence ? worstStatus(statuses) : 'advisory'
  return {
    id: 'CONTENTION',
    role: 'instrument',
    status,
    reasons: [...busy, ...blind],
    notes: remarks(analysis, contended),
    readings: analysis.readings.length,
    belowFloor: analysis.readings.filter(({ belowFloor }) => belowFloor).length,
    unreadable: analysis.readings.filter(unread).length,
    idleFloorPercent: profile.quiescence.idleFloorPercent,
    cells,
  }
}
