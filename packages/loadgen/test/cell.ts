import type { CellSpec } from '../src/cell-spec.js'

/** A short cell: what a test does not say is small. */
export function cell(change: Partial<CellSpec> & Pick<CellSpec, 'arms'>): CellSpec {
  return { name: 'cell', assignment: change.arms.length > 1 ? 'arrival' : 'cell', seed: 'test', ratePerSecond: 200, warmupMs: 0, steadyStartMs: 0, steadyMs: 250, canary: false, ...change }
}
