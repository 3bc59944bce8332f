import type { ServerResponse } from 'node:http'
import { formatDollars } from './budget/dollars.js'
import type { BudgetState } from './budget/ledger.js'

export type ErrorType =
  | 'unknown_provider' | 'unknown_agent' | 'invalid_request' | 'request_too_large' | 'method_not_allowed'
  | 'budget_exhausted' | 'rate_limit' | 'upstream_unreachable' | 'upstream_timeout' | 'upstream_error'

const statusOf: Readonly<Record<ErrorType, number>> = {
  unknown_provider: 502,
  unknown_agent: 403,
  invalid_request: 400,
  request_too_large: 413,
  method_not_allowed: 405,
  budget_exhausted: 429,
  rate_limit: 429,
  upstream_unreachable: 502,
  upstream_timeout: 504,
  upstream_error: 502,
}

/** An answer of the gateway's own: its status follows from the type. */
export function answerError(response: ServerResponse, type: ErrorType, message: string, more: {
  readonly fields?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
} = {}): void {
  if (response.headersSent || response.destroyed) return
  const body = JSON.stringify({ error: { type, message, ...more.fields } })
  response.writeHead(statusOf[type], { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...more.headers })
  response.end(body)
}

const microPerDollar = 1_000_000

/** 429 for a budget with too little left: which one, what is left of it, and when to come back. */
export function answerBudgetExhausted(response: ServerResponse, agent: string, budget: BudgetState, retryAfterMs: number, nowMs: number): void {
  const inTokens = budget.type === 'tokens'
  const shown = (amount: number) => (inTokens ? amount : amount / microPerDollar)
  answerError(response, 'budget_exhausted', `${budget.type} budget exhausted for agent "${agent}"`, {
    fields: {
      agent,
      budget: {
        type: budget.type,
        limit: shown(budget.limit),
        used: shown(budget.used),
        remaining: shown(budget.remaining),
        reset_at: new Date(nowMs + retryAfterMs).toISOString(),
      },
    },
    headers: {
      'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
      'x-budget-remaining': inTokens ? String(budget.remaining) : formatDollars(budget.remaining),
    },
  })
}
