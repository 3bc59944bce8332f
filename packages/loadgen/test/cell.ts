import type { CellSpec } from '../src/cell-spec.js'

/** A short cell: what a test does not say is small. As many slots as arrivals, so that a busy host drops none. */
export function cell(change: Partial<CellSpec> & Pick<CellSpec, 'arms'>): CellSpec {
  const short = { name: 'cell', assignment: change.arms.length > 1 ? 'arrival' : 'cell', seed: 'test', ratePerSecond: 200, warmupMs: 0, steadyStartMs: 0, steadyMs: 250, canary: false, ...change } as const
  const arrivals = Math.ceil((short.ratePerSecond * (short.warmupMs + short.steadyMs)) / 1000)
  return { slots: Math.min(arrivals, 200), ...short }
}
