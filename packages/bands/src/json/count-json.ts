import type { ContentionBand } from '../bands/contention.js'
import type { IntegrityBand } from '../bands/integrity.js'
import type { RateBand } from '../bands/rate.js'
import type { BandResult } from '../evaluate.js'

export function integrityJson({ status, totals, cells, tolerances, reasons }: IntegrityBand): Readonly<Record<string, unknown>> {
  const percent = (count: number): number | null => (totals.demanded === 0 ? null : (count / totals.demanded) * 100)
  return {
    status: status.toUpperCase(),
    steadyDrops: totals.dropped,
    failed: totals.failed,
    abandoned: totals.abandoned,
    demanded: totals.demanded,
    cells: totals.cells,
    dropsPercent: percent(totals.dropped),
    failedPercent: percent(totals.failed),
    dropToleranceBasisPoints: tolerances.dropped.basisPoints,
    dropFloor: tolerances.dropped.floor,
    failedToleranceBasisPoints: tolerances.failed.basisPoints,
    failedFloor: tolerances.failed.floor,
    warmupDropsByCell: Object.fromEntries(cells.filter(({ counts }) => counts.warmupDropped > 0).map(({ name, counts }) => [name, counts.warmupDropped])),
    toleratedSteadyDrops: cells
      .filter(({ counts, droppedAllowed }) => counts.dropped > 0 && counts.dropped <= droppedAllowed)
      .map(({ name, counts, droppedAllowed }) => ({ cell: name, dropped: counts.dropped, demanded: counts.demanded, allowed: droppedAllowed })),
    reasons,
  }
}

export function rateJson({ status, cells, minimumBasisPoints, reasons }: RateBand): Readonly<Record<string, unknown>> {
  return {
    status: status.toUpperCase(),
    minimumPercent: minimumBasisPoints / 100,
    failing: cells
      .filter(({ completed, minimum }) => completed < minimum)
      .map(({ name, demanded, completed, minimum, achievedRatePerSecond }) => ({ cell: name, demanded, completed, minimum, achievedRps: achievedRatePerSecond })),
    reasons,
  }
}

/** Contention as published: `none` when no reading was below the floor, and the repetitions that left a median. */
export function contentionJson({ status, belowFloor, readings, cells, reasons }: ContentionBand, bands: readonly BandResult[]): Readonly<Record<string, unknown>> {
  return {
    status: status === 'pass' ? 'none' : status.toUpperCase(),
    breaches: belowFloor,
    readings,
    cells,
    excluded: bands.flatMap((band) =>
      'reading' in band
        ? band.reading.excluded.filter(({ code }) => code === 'contended').map(({ repetition, text }) => ({ band: band.id, repetition, why: text }))
        : [],
    ),
    reasons,
  }
}
