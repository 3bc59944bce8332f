import { normalCumulative } from '../src/elementary.js'
import { rng } from '../src/rng.js'

/** A fast generator for simulations (xoshiro128**), seeded by name. */
export function fastRandom(name: string): () => number {
  const { integer } = rng(name)
  let a = integer(4294967296) | 1
  let b = integer(4294967296) | 0
  let c = integer(4294967296) | 0
  let d = integer(4294967296) | 0
  return () => {
    const rotated = Math.imul(b, 5)
    const next = Math.imul((rotated << 7) | (rotated >>> 25), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = (d << 11) | (d >>> 21)
    return (next + 0.5) / 4294967296
  }
}

/** Standard normal values, two at a time (Box and Muller). */
export function normals(uniform: () => number): () => number {
  let spare: number | null = null
  return () => {
    if (spare !== null) {
      const value = spare
      spare = null
      return value
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** Requests after which an empty queue has forgotten that it was empty. */
function warmUp(utilisation: number): number {
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

/** Mean of a function over [0, 1). */
function average(of: (share: number) => number): number {
  let sum = 0
  for (let i = 0; i < 4000; i++) sum += of((i + 0.5) / 4000)
  return sum / 4000
}

/** P(E > x) of an exponential with this mean. */
const beyond = (x: number, mean: number): number => (x <= 0 ? 1 : Math.exp(-x / mean))

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
function autoregressive(keep: number): Process {
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

/** Two servers in series, as a gateway before its upstream. */
const tandem: Process = {
  name: 'tandem queue 0.7',
  cumulative: (t) => (t <= 0 ? 0 : 1 - (1 + 0.3 * t) * Math.exp(-0.3 * t)),
  make: (uniform) => (cell) => {
    let now = 0
    let first = 0
    let second = 0
    for (let i = -warmUp(0.7); i < cell.length; i++) {
      now -= Math.log(uniform()) / 0.7
      first = Math.max(now, first) - Math.log(uniform())
      second = Math.max(first, second) - Math.log(uniform())
      if (i >= 0) cell[i] = second - now
    }
  },
}

/** Requests that come in groups, one server. */
const groups: Process = {
  name: 'groups of five 0.6',
  make: (uniform) => (cell) => {
    let now = 0
    let free = 0
    for (let i = -10 * warmUp(0.6); i < cell.length; i++) {
      if (uniform() < 0.2) now -= (5 * Math.log(uniform())) / 0.6
      free = Math.max(now, free) - Math.log(uniform())
      if (i >= 0) cell[i] = free - now
    }
  },
}

/** One job in ten takes six times as long. */
const mixed: Process = {
  name: 'mixed jobs 0.6',
  make: (uniform) => (cell) => {
    let now = 0
    let free = 0
    for (let i = -10 * warmUp(0.6); i < cell.length; i++) {
      now -= Math.log(uniform()) / 0.4
      free = Math.max(now, free) - (uniform() < 0.1 ? 6 : 1) * Math.log(uniform())
      if (i >= 0) cell[i] = free - now
    }
  },
}

/** The processor changes its speed now and then. */
const speeds: Process = {
  name: 'speed steps 200',
  cumulative: (t) => 1 - average((share) => beyond(t / (1 + 0.5 * share) - 1, 0.5)),
  make: (uniform) => (cell) => {
    let speed = 1 + 0.5 * uniform()
    for (let i = 0; i < cell.length; i++) {
      if (uniform() < 1 / 200) speed = 1 + 0.5 * uniform()
      cell[i] = speed * (1 - 0.5 * Math.log(uniform()))
    }
  },
}

/** Something in the background comes and goes like a tide. */
const tide: Process = {
  name: 'tide 1500',
  cumulative: (t) => 1 - average((share) => beyond(t - 2 - 0.5 * Math.sin(2 * Math.PI * share), 1)),
  make: (uniform) => (cell) => {
    const phase = 2 * Math.PI * uniform()
    cell.forEach((_, i) => (cell[i] = 2 + 0.5 * Math.sin(phase + (2 * Math.PI * i) / 1500) - Math.log(uniform())))
  },
}

/** Now and then the next fifty requests are retried into each other. */
const storms: Process = {
  name: 'retry storms',
  cumulative: (t) => {
    const calm = (1 - 1 / 500) ** 50
    return t <= 1 ? 0 : 1 - calm * beyond(t - 1, 0.3) - ((1 - calm) * (2 * beyond(t - 1, 2) - 0.3 * beyond(t - 1, 0.3))) / 1.7
  },
  make: (uniform) => (cell) => {
    let left = 0
    for (let i = 0; i < cell.length; i++) {
      if (uniform() < 1 / 500) left = 50
      cell[i] = 1 - 0.3 * Math.log(uniform()) - (left > 0 ? 2 * Math.log(uniform()) : 0)
      left--
    }
  },
}

/** Processes nothing was chosen on. */
export const unseen: readonly Process[] = [tandem, groups, mixed, speeds, tide, storms, autoregressive(0.97)]
