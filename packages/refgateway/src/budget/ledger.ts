import { createRollingWindow, windowMs } from './rolling-window.js'

export type BudgetType = 'tokens' | 'dollars'

/** One request, in the units of both budgets. */
export interface Amounts {
  readonly tokens: number
  readonly microDollars: number
}

export const nothing: Amounts = { tokens: 0, microDollars: 0 }

export interface BudgetState {
  readonly type: BudgetType
  readonly unit: 'tokens' | 'microdollars'
  readonly limit: number
  readonly used: number
  readonly reserved: number
  /** `limit - used - reserved`; below zero where an answer used more than was held back for it. */
  readonly remaining: number
}

export interface Reservation {
  readonly amounts: Amounts
}

export type Refusal =
  | { readonly reason: 'budget', readonly budget: BudgetState, readonly retryAfterMs: number }
  | { readonly reason: 'slots' }

export interface Ledger {
  /** Holds `amounts` back against both budgets and takes a slot, or says which of them has too little left. */
  admit(amounts: Amounts, nowMs: number): Reservation | Refusal
  /** Holds `amounts` back whatever is left. */
  track(amounts: Amounts): Reservation
  /** Releases a reservation and its slot, and counts `spent` as used. `false` when it was settled before. */
  settle(reservation: Reservation, spent: Amounts, nowMs: number): boolean
  slotsInUse(): number
  budgets(nowMs: number): readonly BudgetState[]
}

interface Budget {
  readonly limit: number
  readonly used: (nowMs: number) => number
  readonly state: (nowMs: number) => BudgetState
  readonly refuse: (amount: number, nowMs: number) => Refusal
  readonly add: (amount: number, nowMs: number) => void
  reserved: number
}

const retrySoonMs = 1000

function createBudget(type: BudgetType, limit: number): Budget {
  const window = createRollingWindow()
  const budget: Budget = {
    limit,
    reserved: 0,
    used: (nowMs) => window.used(nowMs),
    add: (amount, nowMs) => { window.add(amount, nowMs) },
    state(nowMs) {
      const used = window.used(nowMs)
      const unit = type === 'tokens' ? 'tokens' : 'microdollars'
      return { type, unit, limit, used, reserved: budget.reserved, remaining: limit - used - budget.reserved }
    },
    refuse(amount, nowMs) {
      const state = budget.state(nowMs)
      const freed = window.msUntilFreed(amount - state.remaining, nowMs)
      // Never enough in the window: either requests in flight hold the rest, or it cannot fit at all.
      const retryAfterMs = freed ?? (amount <= limit ? retrySoonMs : windowMs)
      return { reason: 'budget', budget: state, retryAfterMs }
    },
  }
  return budget
}

/** Budgets and admission slots of one agent. Budgets are checked before slots. */
export function createLedger(limits: Amounts & { readonly slots: number }): Ledger {
  const tokens = createBudget('tokens', limits.tokens)
  const dollars = createBudget('dollars', limits.microDollars)
  const open = new Set<Reservation>()

  const track = (amounts: Amounts): Reservation => {
    const reservation = { amounts }
    tokens.reserved += amounts.tokens
    dollars.reserved += amounts.microDollars
    open.add(reservation)
    return reservation
  }

  const fits = (budget: Budget, amount: number, nowMs: number) => amount <= budget.limit - budget.used(nowMs) - budget.reserved

  return {
    admit(amounts, nowMs) {
      if (!fits(tokens, amounts.tokens, nowMs)) return tokens.refuse(amounts.tokens, nowMs)
      if (!fits(dollars, amounts.microDollars, nowMs)) return dollars.refuse(amounts.microDollars, nowMs)
      if (open.size >= limits.slots) return { reason: 'slots' }
      return track(amounts)
    },
    track,
    settle(reservation, spent, nowMs) {
      if (!open.delete(reservation)) return false
      tokens.reserved -= reservation.amounts.tokens
      dollars.reserved -= reservation.amounts.microDollars
      tokens.add(spent.tokens, nowMs)
      dollars.add(spent.microDollars, nowMs)
      return true
    },
    slotsInUse: () => open.size,
    budgets: (nowMs) => [tokens.state(nowMs), dollars.state(nowMs)],
  }
}
