import type { CellSpec } from '../cell-spec.js'

/** What an export would have to leave out, and with it the likeness of the two loads. */
export function exportFaults({ arms, arrivals, shard }: CellSpec, engine: 'k6' | 'vegeta'): string[] {
  return [
    ...(arms.length > 1 ? [`${engine} gets one arm, it got ${arms.length}: export each by itself`] : []),
    ...(arrivals === 'poisson' ? [`${engine} has no Poisson arrivals`] : []),
    ...(shard !== undefined && shard.count > 1 ? [`${engine} does not shard a schedule: give each machine its part of the rate`] : []),
  ]
}
