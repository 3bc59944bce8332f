import { poissonTail } from './poisson-tail.js'
import type { Provenance } from './provenance.js'

export interface Satisfiability {
  /** Events one evidence run has to expect at the observed rate; `null` while nobody has counted. */
  readonly expectedPerRun: number | null
  /** The same at the upper end of a one-sided 95 % interval of the rate (Poisson, exact). */
  readonly upperPerRun: number | null
  /** The expectation is well below one, at most 0.1; `null` while nobody has counted. */
  readonly satisfiable: boolean | null
}

const level = 0.95
const wellBelowOne = 0.1

/** Largest mean under which so few events are not yet unlikely: the probability of at most `events` is 5 %. */
function upperMean(events: number): number {
  let low = events
  let high = 2 * events + 10
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2
    if (poissonTail(middle, events + 1) < level) low = middle
    else high = middle
  }
  return high
}

/**
 * Whether a healthy run can pass a gate: its opportunities in one evidence run times the observed rate of
 * what it fires on. Where that is not well below one, the gate refuses healthy runs and cannot stay.
 *
 * @example satisfiability({ opportunitiesPerRun: 106, observed: { events: 1, opportunities: 79 } }).expectedPerRun // 1.34
 */
export function satisfiability({ opportunitiesPerRun, observed }: Pick<Provenance['satisfiability'], 'opportunitiesPerRun' | 'observed'>): Satisfiability {
  if (observed === null) return { expectedPerRun: null, upperPerRun: null, satisfiable: null }
  const { events, opportunities } = observed
  const expectedPerRun = (opportunitiesPerRun * events) / opportunities
  return { expectedPerRun, upperPerRun: (opportunitiesPerRun * upperMean(events)) / opportunities, satisfiable: expectedPerRun <= wellBelowOne }
}
