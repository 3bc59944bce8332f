import type { CellSpec } from '@lat/loadgen'
import type { ModeSettings } from '../plan/modes.js'
import { requestBody } from '../plan/payload.js'
import type { PlannedCell } from '../plan/plan-cells.js'

/** Where the requests of a cell go. */
export interface CellTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** What the load generator is told to do for one planned cell. */
export function cellSpec(cell: PlannedCell, target: CellTarget, mode: ModeSettings, options: { readonly seed: string; readonly slots: number }): CellSpec {
  return {
    name: cell.name,
    arms: [
      {
        name: cell.arm,
        url: target.url,
        headers: { 'content-type': 'application/json', ...target.headers },
        body: requestBody(cell.payloadBytes, cell.stream),
        expect: cell.stream ? 'sse' : 'json',
      },
    ],
    assignment: 'cell',
    seed: `${options.seed}/${cell.name}`,
    ratePerSecond: cell.ratePerSecond,
    warmupMs: mode.warmupMs,
    steadyStartMs: mode.steadyStartMs,
    steadyMs: mode.steadyMs,
    slots: options.slots,
    arrivals: 'constant',
    pacing: 'worker',
  }
}
