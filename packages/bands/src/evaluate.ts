import type { Analysis } from '@lat/rows'
import type { BandId } from './band-result.js'
import { judgeBand1 } from './bands/band1.js'
import type { Band1 } from './bands/band1.js'
import { judgeBand2 } from './bands/band2.js'
import type { Band2 } from './bands/band2.js'
import { judgeBand3Small } from './bands/band3-small.js'
import type { Band3Small } from './bands/band3-small.js'
import { judgeBand3Stream } from './bands/band3-stream.js'
import type { Band3Stream } from './bands/band3-stream.js'
import { judgeBand3 } from './bands/band3.js'
import type { Band3 } from './bands/band3.js'
import { judgeBand4 } from './bands/band4.js'
import type { Band4 } from './bands/band4.js'
import { judgeBand5 } from './bands/band5.js'
import type { Band5 } from './bands/band5.js'
import { judgeContention } from './bands/contention.js'
import type { ContentionBand } from './bands/contention.js'
import { judgeControl } from './bands/control-aa.js'
import type { ControlBand } from './bands/control-aa.js'
import { judgeIdentity } from './bands/identity.js'
import type { IdentityBand } from './bands/identity.js'
import { judgeIntegrity } from './bands/integrity.js'
import type { IntegrityBand } from './bands/integrity.js'
import { judgeRate } from './bands/rate.js'
import type { RateBand } from './bands/rate.js'
import { costTable } from './cost-table.js'
import type { CostRow } from './cost-table.js'
import { crossings } from './crossings.js'
import type { Crossing } from './crossings.js'
import type { Profile } from './profile.js'

export type BandResult = RateBand | IntegrityBand | IdentityBand | ContentionBand | Band1 | Band2 | Band3 | Band3Small | ControlBand | Band4 | Band3Stream | Band5

export interface Evaluation {
  readonly run: Analysis['run']
  readonly profile: Pick<Profile, 'name' | 'title' | 'subject' | 'provisional' | 'frozenCut'>
  readonly bands: readonly BandResult[]
  readonly cost: readonly CostRow[]
  readonly crossings: readonly Crossing[]
  /** Bands that make the run not count. */
  readonly failing: readonly BandId[]
  /** Bands a smoke or quick run could not judge, because of a busy host or too few rows, and warns about. */
  readonly notJudged: readonly BandId[]
  /** Expectation bands that were not met, by name; `null` where the profile has no expectation bands. */
  readonly notMet: readonly BandId[] | null
  /** `VALID | INVALID` for evidence, `OK | FAILED` for smoke and quick runs. */
  readonly verdict: 'VALID' | 'INVALID' | 'OK' | 'FAILED'
  /** Last line of every text: `VERDICT VALID`, `SMOKE OK`, `QUICK FAILED` … */
  readonly verdictLine: string
  readonly exitCode: 0 | 1
}

/** Too little to judge by, for a reason that a short run on an ordinary host may have. */
function excused({ status, reasons }: BandResult): boolean {
  return status === 'unevaluable' && reasons.every(({ code }) => code === 'contended' || code === 'quantile-unresolved')
}

function failsEvidence({ role, status }: BandResult): boolean {
  return role === 'instrument' && (status === 'violated' || status === 'unevaluable' || status === 'uncalibrated')
}

/** An expectation that was judged and is outside, or that should have been judged and was not. */
function unmet(band: BandResult, evidence: boolean): boolean {
  if (band.role !== 'expectation' || band.status === 'pass') return false
  return evidence || (band.status !== 'uncalibrated' && !excused(band))
}

/** A short run is judged by every calibrated band, whatever its role. */
function failsEstimate(band: BandResult): boolean {
  return band.role !== 'recorded' && (band.status === 'violated' || (band.status === 'unevaluable' && !excused(band)))
}

/**
 * What makes a run count: every band of the profile over what was computed from the rows, and the verdict.
 *
 * Evidence is VALID when every instrument band passes; expectation bands are reported beside it. Smoke and
 * quick runs are OK when rate, integrity, identity and every calibrated band pass. Nothing is read again
 * and nothing throws for a bad run: a violated band is a result.
 *
 * @throws {BandsInputError} when one repetition holds two cells of one arm
 */
export function evaluate(analysis: Analysis, profile: Profile): Evaluation {
  const bands: readonly BandResult[] = [
    judgeRate(analysis, profile),
    judgeIntegrity(analysis, profile),
    judgeIdentity(analysis),
    judgeContention(analysis, profile),
    judgeBand1(analysis, profile),
    judgeBand2(analysis, profile),
    judgeBand3(analysis, profile),
    judgeBand3Small(analysis, profile),
    judgeControl(analysis, profile),
    judgeBand4(analysis, profile),
    judgeBand3Stream(analysis, profile),
    judgeBand5(analysis, profile),
  ]
  const { mode } = analysis.run
  const evidence = mode === 'evidence'
  const ids = (some: (band: BandResult) => boolean): readonly BandId[] => bands.filter(some).map(({ id }) => id)
  const failing = ids(evidence ? failsEvidence : failsEstimate)
  const good = failing.length === 0
  const verdict = evidence ? (good ? 'VALID' : 'INVALID') : good ? 'OK' : 'FAILED'
  return {
    run: analysis.run,
    profile: { name: profile.name, title: profile.title, subject: profile.subject, provisional: profile.provisional, frozenCut: profile.frozenCut },
    bands,
    cost: costTable(analysis, profile.slots),
    crossings: crossings(analysis, { anchorBytes: profile.bands.BAND3.payloadBytes }),
    failing,
    notJudged: evidence ? [] : ids((band) => band.role !== 'recorded' && excused(band)),
    notMet: bands.some(({ role }) => role === 'expectation') ? ids((band) => unmet(band, evidence)) : null,
    verdict,
    verdictLine: evidence ? `VERDICT ${verdict}` : `${mode.toUpperCase()} ${verdict}`,
    exitCode: good ? 0 : 1,
  }
}
