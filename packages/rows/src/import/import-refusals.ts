import type { ImportedCell } from './imported-cell.js'

/**
 * Why an imported load cannot be compared with anything: quantiles of what was answered leave out what was lost.
 *
 * @example importRefusals(importK6(text, 'rows.csv')) // ['7 arrivals were never sent', '2 of 3 requests failed']
 */
export function importRefusals({ rows, dropped, missing }: ImportedCell): string[] {
  const failed = rows.filter(({ outcome }) => outcome === 'failed').length
  return [
    ...(dropped > 0 ? [`${dropped} arrivals were never sent`] : []),
    ...(missing > 0 ? [`${missing} requests have no row`] : []),
    ...(failed > 0 ? [`${failed} of ${rows.length} requests failed`] : []),
  ]
}
