import { normalCumulative } from '../src/elementary.js'
import { normals } from './fast-random.js'

/** Requests after which an empty queue has forgotten that it was empty. */
export function warmUp(utilisation: number): number {
  const idle = 1 - utilisation
  return Math.min(20000, Math.ceil(400 / (idle * idle)))
}

/** Makes stationary latencies: `fill` writes one cell in send order. */
export interface Process {
  readonly name: string
  /** P(value <= t) where it is known; otherwise the truth comes from a long path. */
  readonly cumulative?: (t: number) => number
  readonly make: (uniform: () => number) => (cell: Float64Array) => void
}

export interface Family extends Process {
  readonly cumulative: (t: number) => number
}

/** P(E > x) of an exponential with this mean. */
export const beyond = (x: number, mean: number): number => (x <= 0 ? 1 : Math.exp(-x / mean))

/** Independent values whose quantiles are known. */
export const families: readonly Family[] = [
  {
    name: 'lognormal',
    make: (uniform) => {
      const normal = normals(uniform)
      return (cell) => cell.forEach((_, i) => (cell[i] = Math.exp(0.5 * normal())))
    },
    cumulative: (t) => (t <= 0 ? 0 : normalCumulative(Math.log(t) / 0.5)),
  },
  {
    name: 'bimodal',
    make: (uniform) => {
      const normal = normals(uniform)
      return (cell) => cell.forEach((_, i) => (cell[i] = uniform() < 0.012 ? Math.exp(1.5 + 0.15 * normal()) : Math.exp(0.25 * normal())))
    },
    cumulative: (t) => (t <= 0 ? 0 : 0.988 * normalCumulative(Math.log(t) / 0.25) + 0.012 * normalCumulative((Math.log(t) - 1.5) / 0.15)),
  },
  {
    name: 'pareto 1.5',
    make: (uniform) => (cell) => cell.forEach((_, i) => (cell[i] = 0.3 + 0.7 * uniform() ** (-1 / 1.5))),
    cumulative: (t) => (t <= 1 ? 0 : 1 - ((t - 0.3) / 0.7) ** -1.5),
  },
]

/** One server, first come first served, Poisson arrivals, lognormal service of mean 1. */
function queue(utilisation: number): Process {
  return {
    name: `queue ${utilisation}`,
    make: (uniform) => (cell) => {
      const normal = normals(uniform)
      let waiting = 0
      for (let i = -warmUp(utilisation); i < cell.length; i++) {
        const time = waiting + Math.exp(-0.125 + 0.5 * normal())
        if (i >= 0) cell[i] = time
        waiting = Math.max(0, time + Math.log(uniform()) / utilisation)
      }
    },
  }
}

/** The logarithm keeps a share `keep` of its last value. */
export function autoregressive(keep: number): Process {
  return {
    name: `autoregressive ${keep}`,
    cumulative: (t) => (t <= 0 ? 0 : normalCumulative(Math.log(t) / 0.5)),
    make: (uniform) => (cell) => {
      const normal = normals(uniform)
      let level = 0.5 * normal()
      const fresh = 0.5 * Math.sqrt(1 - keep * keep)
      for (let i = 0; i < cell.length; i++) {
        level = keep * level + fresh * normal()
        cell[i] = Math.exp(level)
      }
    },
  }
}

/** Now and then a pause delays the next ten to forty requests, the first one most. */
const pauses: Process = {
  name: 'pauses',
  make: (uniform) => (cell) => {
    const normal = normals(uniform)
    let left = 0
    let length = 0
    let height = 0
    for (let i = 0; i < cell.length; i++) {
      cell[i] = Math.exp(0.3 * normal())
      if (left === 0 && uniform() < 1 / 1000) {
        left = length = 10 + Math.floor(30 * uniform())
        height = 3 + 4 * uniform()
      }
      if (left > 0) cell[i]! += (height * left--) / length
    }
  },
}

/** Several servers work off one line; exponential service of mean 1 per server. */
function servers(count: number, utilisation: number): Process {
  // Erlang's chance of waiting, and the rate at which a line of waiting requests shortens
  const offered = count * utilisation
  let term = 1
  let sum = 0
  for (let k = 0; k < count; k++) {
    sum += term
    term *= offered / (k + 1)
  }
  const waits = term / (1 - utilisation) / (sum + term / (1 - utilisation))
  const rate = count - offered
  return {
    name: `${count} servers ${utilisation}`,
    cumulative: (t) => (t <= 0 ? 0 : 1 - (1 - waits) * beyond(t, 1) - (waits * (beyond(t, 1 / rate) - rate * beyond(t, 1))) / (1 - rate)),
    make: (uniform) => (cell) => {
      const free = new Float64Array(count)
      let now = 0
      for (let i = -count * warmUp(utilisation); i < cell.length; i++) {
        now -= Math.log(uniform()) / (utilisation * count)
        let first = 0
        for (let k = 1; k < count; k++) if (free[k]! < free[first]!) first = k
        free[first] = Math.max(now, free[first]!) - Math.log(uniform())
        if (i >= 0) cell[i] = free[first]! - now
      }
    },
  }
}

/** A quiet and a busy regime, each lasting `stay` requests on average. */
function regimes(stay: number): Process {
  return {
    name: `regimes ${stay}`,
    cumulative: (t) => 1 - (beyond(t - 1, 1) + beyond(t - 1, 1.6)) / 2,
    make: (uniform) => (cell) => {
      let busy = uniform() < 0.5
      for (let i = 0; i < cell.length; i++) {
        if (uniform() < 1 / stay) busy = !busy
        cell[i] = 1 - (busy ? 1.6 : 1) * Math.log(uniform())
      }
    },
  }
}

/** Each request feels the sum of the last `span` shocks, of which one in twenty is large. */
function shocks(span: number): Process {
  return {
    name: `shocks ${span}`,
    make: (uniform) => (cell) => {
      const recent = new Float64Array(span)
      let sum = 0
      for (let i = -span; i < cell.length; i++) {
        const slot = (i + span) % span
        const shock = (uniform() < 0.05 ? 10 : 1) * -Math.log(uniform())
        sum += shock - recent[slot]!
        recent[slot] = shock
        if (i >= 0) cell[i] = sum / span
      }
    },
  }
}

/** Garbage piles up and is collected at a point that varies a little; latency follows the pile. */
const sawtooth: Process = {
  name: 'sawtooth',
  make: (uniform) => (cell) => {
    let pile = uniform()
    let limit = 0.9 + 0.2 * uniform()
    for (let i = 0; i < cell.length; i++) {
      pile += 0.004 * uniform()
      cell[i] = 1 + 0.5 * pile - 0.1 * Math.log(uniform())
      if (pile > limit) {
        cell[i]! += 5 * uniform()
        pile = 0
        limit = 0.9 + 0.2 * uniform()
      }
    }
  },
}

/** Processes on which the flag thresholds and the batch rule were chosen. */
export const tuned: readonly Process[] = [
  queue(0.5),
  queue(0.8),
  queue(0.95),
  autoregressive(0.5),
  autoregressive(0.9),
  autoregressive(0.99),
  pauses,
  servers(2, 0.6),
  servers(4, 0.9),
  regimes(20),
  regimes(300),
  shocks(5),
  shocks(60),
  sawtooth,
]
