import type { ContentionBand } from '../bands/contention.js'
import type { IdentityBand } from '../bands/identity.js'
import type { IntegrityBand } from '../bands/integrity.js'
import type { RateBand } from '../bands/rate.js'
import { detailLine, findingLines, headLine } from './line.js'
import type { VerdictLine } from './line.js'

/** Every count of every cell, whether it passed or not. */
export function rateLines(band: RateBand): readonly VerdictLine[] {
  const served = band.cells.filter(({ completed, minimum }) => completed >= minimum).length
  return [
    headLine(band, `${served} of ${band.cells.length} cells completed at least ${(band.minimumBasisPoints / 100).toFixed(2)} % of their demand`),
    ...band.cells.map(({ name, demanded, completed, minimum, ratePerSecond, achievedRatePerSecond }) =>
      detailLine('RATE CELL', `${name} demanded ${demanded} completed ${completed} minimum ${minimum} achieved ${achievedRatePerSecond.toFixed(2)} of ${ratePerSecond} rps`),
    ),
    ...findingLines(band),
  ]
}

export function integrityLines(band: IntegrityBand): readonly VerdictLine[] {
  const { totals } = band
  return [
    headLine(band, `${totals.cells} cells`),
    ...band.cells.map(({ name, counts, droppedAllowed, failedAllowed, rowDifferenceAllowed }) =>
      detailLine(
        'INTEGRITY CELL',
        `${name} demanded ${counts.demanded} ok ${counts.ok} failed ${counts.failed} (allowed ${failedAllowed}) dropped ${counts.dropped} (allowed ${droppedAllowed}) abandoned ${counts.abandoned} warm-up dropped ${counts.warmupDropped} rows ${counts.rows} generator ${counts.generator} (may differ by ${rowDifferenceAllowed})`,
      ),
    ),
    ...findingLines(band),
    {
      kind: 'INTEGRITY TOTALS',
      text: `INTEGRITY TOTALS cells ${totals.cells} demanded ${totals.demanded} ok ${totals.ok} failed ${totals.failed} dropped ${totals.dropped} abandoned ${totals.abandoned} warm-up dropped ${totals.warmupDropped} rows ${totals.rows}`,
    },
  ]
}

export function identityLines(band: IdentityBand): readonly VerdictLine[] {
  return [
    headLine(band, `processes asked who they are: ${band.processes.length}`),
    ...band.processes.map(({ name, expected, reported }) => detailLine('IDENTITY PROCESS', `${name} expected "${expected}" reported "${reported}"`)),
    ...findingLines(band),
  ]
}

export function contentionLines(band: ContentionBand): readonly VerdictLine[] {
  const { readings, belowFloor, unreadable, idleFloorPercent } = band
  return [
    headLine(band, `${belowFloor} of ${readings} readings below ${idleFloorPercent} % idle, ${unreadable} unreadable, ${band.cells.length} cells contended`),
    ...band.cells.map((cell) => detailLine('CONTENTION CELL', cell)),
    ...findingLines(band),
  ]
}
