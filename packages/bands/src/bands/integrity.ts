import type { AnalysedCell, Analysis } from '@lat/rows'
import type { BandBase, Finding } from '../band-result.js'
import type { Profile } from '../profile.js'
import { allowance } from '../tolerance.js'
import type { Tolerance } from '../tolerance.js'

interface IntegrityCell {
  readonly name: string
  readonly counts: AnalysedCell['counts']
  readonly droppedAllowed: number
  readonly failedAllowed: number
  readonly rowDifferenceAllowed: number
}

interface IntegrityTotals {
  readonly cells: number
  readonly demanded: number
  readonly ok: number
  readonly failed: number
  readonly dropped: number
  readonly abandoned: number
  readonly warmupDropped: number
  readonly rows: number
}

export interface IntegrityBand extends BandBase {
  readonly id: 'INTEGRITY'
  readonly cells: readonly IntegrityCell[]
  readonly totals: IntegrityTotals
  readonly tolerances: { readonly dropped: Tolerance; readonly failed: Tolerance }
}

function judgeCell(cell: AnalysedCell, { dropped, failed, rowCount }: Profile['tolerances']): IntegrityCell {
  const { demanded, generator } = cell.counts
  return {
    name: cell.name,
    counts: cell.counts,
    droppedAllowed: allowance(demanded, dropped),
    failedAllowed: allowance(demanded, failed),
    rowDifferenceAllowed: allowance(generator, { basisPoints: rowCount.basisPoints, floor: 0 }),
  }
}

function reasonsFor({ name, counts, ...allowed }: IntegrityCell, failures: AnalysedCell['failures']): readonly Finding[] {
  const reasons: Finding[] = []
  if (counts.dropped > allowed.droppedAllowed) {
    reasons.push({ code: 'dropped', text: `${name} dropped ${counts.dropped} of ${counts.demanded} arrivals, ${allowed.droppedAllowed} allowed: lost arrivals look like good latency` })
  }
  if (counts.failed > allowed.failedAllowed) {
    const kinds = Object.entries(failures).map(([code, count]) => `${code} ${count}`).join(', ')
    reasons.push({ code: 'failed', text: `${name} failed ${counts.failed} of ${counts.demanded} requests, ${allowed.failedAllowed} allowed${kinds === '' ? '' : ` (${kinds})`}` })
  }
  if (Math.abs(counts.rows - counts.generator) > allowed.rowDifferenceAllowed) {
    reasons.push({ code: 'row-count', text: `${name} holds ${counts.rows} rows, the generator counted ${counts.generator}, ${allowed.rowDifferenceAllowed} may differ` })
  }
  return reasons
}

function total(analysis: Pick<Analysis, 'cells'>): IntegrityTotals {
  const sum = (count: keyof AnalysedCell['counts']): number => analysis.cells.reduce((all, cell) => all + cell.counts[count], 0)
  return {
    cells: analysis.cells.length,
    demanded: sum('demanded'),
    ok: sum('ok'),
    failed: sum('failed'),
    dropped: sum('dropped'),
    abandoned: sum('abandoned'),
    warmupDropped: sum('warmupDropped'),
    rows: sum('rows'),
  }
}

/** Whether the rows tell the whole story of the steady window: nothing lost, refused or uncounted beyond tolerance. */
export function judgeIntegrity(analysis: Pick<Analysis, 'cells'>, profile: Profile): IntegrityBand {
  const cells = analysis.cells.map((cell) => judgeCell(cell, profile.tolerances))
  const { dropped, failed } = profile.tolerances
  const tolerances = { dropped: { basisPoints: dropped.basisPoints, floor: dropped.floor }, failed: { basisPoints: failed.basisPoints, floor: failed.floor } }
  const shared = { id: 'INTEGRITY', role: 'instrument', cells, totals: total(analysis), tolerances } as const
  if (cells.length === 0) return { ...shared, status: 'unevaluable', reasons: [{ code: 'no-cells', text: 'the run has no cells' }], notes: [] }
  const reasons = cells.flatMap((cell, index) => reasonsFor(cell, analysis.cells[index]!.failures))
  const notes = cells
    .filter(({ counts }) => counts.warmupDropped > 0)
    .map(({ name, counts }) => ({ code: 'warmup-dropped', text: `${name} dropped ${counts.warmupDropped} arrivals during warm-up, which is tolerated` }))
  return { ...shared, status: reasons.length > 0 ? 'violated' : 'pass', reasons, notes }
}
