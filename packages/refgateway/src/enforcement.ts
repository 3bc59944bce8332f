import { outputReserveTokens, promptText, type ChatRequest } from './chat-request.js'
import type { RefGatewayConfig } from './config.js'
import { countPrompt } from './count-prompt.js'
import { createLedger, nothing, type Amounts, type BudgetState, type Ledger, type Refusal } from './budget/ledger.js'
import { costMicroDollars } from './budget/price.js'
import type { Log } from './log.js'
import type { Tokenizer } from './tokenizer.js'
import type { Usage } from './usage.js'

/** An admitted request's hold on the budgets. The first call ends it; later ones do nothing. */
export interface Hold {
  /** The upstream said what the request used. */
  reconcile(usage: Usage): void
  /** Nobody knows what it used: the whole reservation counts as used. */
  forfeit(reason: string): void
  /** It cannot have used anything. */
  release(reason: string): void
}

export interface Enforcement {
  /** `null` where nothing is held: budgets are not this mode's business. */
  admit(agent: string, request: ChatRequest): Hold | Refusal | null
  budgets(): readonly (BudgetState & { readonly agent: string })[]
  slotsInUse(): number
  counters(): Readonly<Record<'reconciled' | 'forfeited' | 'released', number>>
}

/** Counts, reserves and settles; in `passthrough`, and where not enforcing is planted, it does none of it. */
export function createEnforcement(config: RefGatewayConfig, parts: {
  readonly tokenizer: Tokenizer | null
  readonly log: Log
  readonly nowMs: () => number
}): Enforcement {
  const { tokenizer, log, nowMs } = parts
  const limits = { tokens: config.budgetTokens, microDollars: config.budgetMicroDollars, slots: config.slots }
  const ledgers = new Map<string, Ledger>(config.agents.map((agent) => [agent, createLedger(limits)]))
  const counters = { reconciled: 0, forfeited: 0, released: 0 }

  const hold = (agent: string, request: ChatRequest, ledger: Ledger, tokens: Tokenizer): Hold | Refusal => {
    const { model } = request
    const text = promptText(request)
    const inputTokens = countPrompt(model, text, tokens)
    const outputTokens = outputReserveTokens(request)
    const estimate: Amounts = { tokens: inputTokens + outputTokens, microDollars: costMicroDollars(model, inputTokens, outputTokens) }
    const admitted = ledger.admit(estimate, nowMs())
    if ('reason' in admitted && config.mode === 'enforce') return admitted
    const reservation = 'reason' in admitted ? ledger.track(estimate) : admitted
    log.info('reason' in admitted ? 'Budget breach observed' : 'Budget reserved', { agent, model, action: 'reserve', ...estimate })

    const settle = (outcome: keyof typeof counters, msg: string, spent: Amounts, fields: Readonly<Record<string, unknown>>) => {
      if (!ledger.settle(reservation, spent, nowMs())) return
      // The second pass is that of a gateway which counts a prompt again to see how far off its estimate was.
      const counted = config.tokenizerPasses === 2 ? countPrompt(model, text, tokens) : inputTokens
      counters[outcome] += 1
      log.info(msg, { agent, model, action: outcome, estimate: estimate.tokens, actual: spent.tokens, drift: spent.tokens - counted - outputTokens, ...fields })
    }
    return {
      reconcile: ({ inputTokens, outputTokens }) => {
        settle('reconciled', 'Budget reconciled', { tokens: inputTokens + outputTokens, microDollars: costMicroDollars(model, inputTokens, outputTokens) }, {})
      },
      forfeit: (reason) => { settle('forfeited', 'Budget forfeited', estimate, { reason }) },
      release: (reason) => { settle('released', 'Budget released', nothing, { reason }) },
    }
  }

  return {
    admit: (agent, request) => (tokenizer === null ? null : hold(agent, request, ledgers.get(agent)!, tokenizer)),
    budgets: () => [...ledgers].flatMap(([agent, ledger]) => ledger.budgets(nowMs()).map((state) => ({ agent, ...state }))),
    slotsInUse: () => [...ledgers.values()].reduce((sum, ledger) => sum + ledger.slotsInUse(), 0),
    counters: () => counters,
  }
}
