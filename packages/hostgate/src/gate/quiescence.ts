import type { contendedCells, LedgerRow } from '@lat/rows'
import { HostgateInputError } from '../errors.js'
import type { ConfirmedIdle } from './confirm-idle.js'
import { idleText, percentText } from './idle-text.js'

export type GateMode = 'smoke' | 'quick' | 'evidence'

/** The numbers of a profile, as data. */
export interface QuiescenceRules {
  readonly mode: GateMode
  readonly floorPercent: number
  /** Largest share of mid-run readings that may be below the floor, in percent. */
  readonly pervasivePercent: number
}

/** One confirmed reading and where in the run it stands. */
export type IdleObservation =
  | { readonly at: 'startup'; readonly idle: ConfirmedIdle }
  | { readonly at: 'mid-run'; readonly cell: string; readonly repetition: number | null; readonly phase: 'before' | 'after'; readonly idle: ConfirmedIdle }

export type RefusalRule = 'startup' | 'unreadable' | 'two-consecutive' | 'pervasive' | 'suspended'

/** Why a run does not start, or does not go on. */
export interface QuiescenceRefusal {
  readonly rule: RefusalRule
  readonly message: string
}

/** All that the rules remember. Plain data: a run can store it and go on from it. */
export interface QuiescenceState {
  readonly rules: QuiescenceRules
  /** Mid-run readings that had a value. */
  readonly midRunReadings: number
  readonly midRunBelow: number
  /** Confirmed readings below the floor, up to and including the last one. */
  readonly consecutiveBelow: number
  /** Lines of `contended-cells.txt`. */
  readonly contended: readonly LedgerRow<typeof contendedCells>[]
  /** What a quick run goes on in spite of, and what passed with a note. Each is said once. */
  readonly warnings: readonly string[]
  /** Set: the run stops here. Nothing that follows unsets it. */
  readonly refusal: QuiescenceRefusal | null
}

/** @throws {HostgateInputError} on a floor or share outside of 0 to 100 */
export function startQuiescence(rules: QuiescenceRules): QuiescenceState {
  for (const percent of [rules.floorPercent, rules.pervasivePercent]) {
    if (!(percent >= 0 && percent <= 100)) throw new HostgateInputError('LAT_HOST_FLOOR', `${percent}% is not between 0 and 100.`)
  }
  return { rules, midRunReadings: 0, midRunBelow: 0, consecutiveBelow: 0, contended: [], warnings: [], refusal: null }
}

/** Evidence stops; the other modes go on and say so. */
function object(state: QuiescenceState, rule: RefusalRule, message: string, advice: string): QuiescenceState {
  if (state.refusal !== null) return state
  return state.rules.mode === 'evidence' ? { ...state, refusal: { rule, message: `${message} ${advice}` } } : warn(state, message)
}

function warn(state: QuiescenceState, message: string): QuiescenceState {
  return state.warnings.includes(message) ? state : { ...state, warnings: [...state.warnings, message] }
}

function where(observation: IdleObservation): string {
  return observation.at === 'startup' ? 'at startup' : `${observation.phase} ${observation.cell}`
}

/**
 * The next confirmed reading, in the order in which they are taken.
 *
 * At startup, one reading below the floor refuses an evidence run. Later, one isolated dip marks its cell as contended,
 * and two confirmed dips in a row stop the run. A sensor that cannot be read stops an evidence run at any time.
 */
export function observeIdle(state: QuiescenceState, observation: IdleObservation): QuiescenceState {
  const { idle } = observation
  const { floorPercent } = state.rules
  if (idle.state === 'unsupported') return warn(state, `Host idle is not measured here: ${idle.remark ?? 'no such sensor'}`)
  if (idle.state === 'unknown') {
    return object(state, 'unreadable', `Host idle could not be read ${where(observation)}: ${idle.remark ?? 'no reason given'}.`, 'Make the sensor readable; an evidence run does not go on without it.')
  }
  const below = idle.state === 'below-floor'
  const dip = `Host idle is ${idleText(idle)} ${where(observation)}, below the ${percentText(floorPercent)} floor`
  if (observation.at === 'startup') {
    return below ? object(state, 'startup', `${dip}.`, 'Close what is busy and start again; an evidence run does not start on a loaded machine.') : state
  }
  const next: QuiescenceState = {
    ...state,
    midRunReadings: state.midRunReadings + 1,
    midRunBelow: state.midRunBelow + (below ? 1 : 0),
    consecutiveBelow: below ? state.consecutiveBelow + 1 : 0,
    contended: below ? [...state.contended, {
      cell: observation.cell,
      repetition: observation.repetition,
      phase: observation.phase,
      idlePercent: round(idle.idlePercent!),
      floorPercent,
      samplesPercent: idle.samplesPercent.map((percent) => round(percent)).join(','),
    }] : state.contended,
  }
  if (!below) return next
  if (next.consecutiveBelow >= 2) return object(next, 'two-consecutive', `${dip}, and so was the reading before.`, 'The machine is busy, not only for a moment. Find out with what, and start the run again.')
  return warn(next, `${dip}; the cell counts as contended.`)
}

/**
 * Whether the machine slept since the reading before this one, as `suspendedBetween` says. A cell it slept in measured
 * nothing, and what follows a wake is another machine: cold caches, other clocks. `null`, not known, is let pass.
 */
export function observeSuspend(state: QuiescenceState, { cell, phase, suspended }: { readonly cell: string; readonly phase: 'before' | 'after'; readonly suspended: boolean | null }): QuiescenceState {
  if (suspended !== true) return state
  return object(state, 'suspended', `The machine was suspended ${phase === 'before' ? 'in the pause before' : 'during'} ${cell}.`, 'Switch automatic sleep off, plug it in, keep its lid open, and start the run again.')
}

/** Outcome of the rules once no more readings follow. */
export interface QuiescenceOutcome {
  readonly refusal: QuiescenceRefusal | null
  /** 0 when the rules let the run stand, 1 when they do not. */
  readonly exitCode: 0 | 1
  readonly state: QuiescenceState
}

/** After the last cell: too many dips, each of them isolated, stop an evidence run as well. */
export function finishQuiescence(state: QuiescenceState): QuiescenceOutcome {
  const { midRunBelow, midRunReadings, rules } = state
  const pervasive = midRunBelow * 100 > midRunReadings * rules.pervasivePercent
  const final = pervasive
    ? object(state, 'pervasive', `Host idle was below the ${percentText(rules.floorPercent)} floor in ${midRunBelow} of ${midRunReadings} readings, more than ${percentText(rules.pervasivePercent)} of them.`, 'The machine was not quiet during this run. Find out what woke up, and start again.')
    : state
  return { refusal: final.refusal, exitCode: final.refusal === null ? 0 : 1, state: final }
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
