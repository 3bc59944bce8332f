import type { Mode, RefGatewayConfig } from './config.js'
import type { Enforcement } from './enforcement.js'
import type { BudgetState } from './budget/ledger.js'
import type { Log } from './log.js'

export interface Health {
  readonly status: 'ok'
  /** The version stamp this process was started with. */
  readonly version: string
  readonly mode: Mode
  /** Whether budgets are really enforced; `false` in enforce mode where "not enforcing" is planted. */
  readonly enforcing: boolean
  readonly pid: number
  readonly upstreamUrl: string
  readonly slots: { readonly inUse: number, readonly limit: number }
  readonly budgets: readonly (BudgetState & { readonly agent: string })[]
  readonly settled: Readonly<Record<'reconciled' | 'forfeited' | 'released', number>>
  readonly log: { readonly lines: number, readonly errors: number }
}

/** What the gateway says about itself on `GET /health`. */
export function readHealth(config: RefGatewayConfig, enforcement: Enforcement, log: Log): Health {
  return {
    status: 'ok',
    version: config.version,
    mode: config.mode,
    enforcing: config.mode === 'enforce' && !config.notEnforcing,
    pid: process.pid,
    upstreamUrl: config.upstreamUrl,
    slots: { inUse: enforcement.slotsInUse(), limit: config.slots },
    budgets: enforcement.budgets(),
    settled: { ...enforcement.counters() },
    log: log.counters(),
  }
}
