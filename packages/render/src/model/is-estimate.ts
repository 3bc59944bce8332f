import type { Analysis } from '@lat/rows'

/** Whether every title and caption of this run must say ESTIMATE: only an evidence run is not one. */
export function isEstimate({ run }: Pick<Analysis, 'run'>): boolean {
  return run.estimate || run.mode !== 'evidence'
}
