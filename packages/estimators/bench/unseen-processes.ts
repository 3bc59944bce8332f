import { autoregressive, beyond, warmUp, type Process } from './processes.js'

/** Mean of a function over [0, 1). */
function average(of: (share: number) => number): number {
  let sum = 0
  for (let i = 0; i < 4000; i++) sum += of((i + 0.5) / 4000)
  return sum / 4000
}

/** Two servers in series, as a gateway before its upstream. */
function tandem(load: number): Process {
  return {
    name: `tandem queue ${load}`,
    cumulative: (t) => (t <= 0 ? 0 : 1 - (1 + (1 - load) * t) * Math.exp(-(1 - load) * t)),
    make: (uniform) => (cell) => {
      let now = 0
      let first = 0
      let second = 0
      for (let i = -warmUp(load); i < cell.length; i++) {
        now -= Math.log(uniform()) / load
        first = Math.max(now, first) - Math.log(uniform())
        second = Math.max(first, second) - Math.log(uniform())
        if (i >= 0) cell[i] = second - now
      }
    },
  }
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
function speeds(every: number): Process {
  return {
    name: `speed steps ${every}`,
    cumulative: (t) => 1 - average((share) => beyond(t / (1 + 0.5 * share) - 1, 0.5)),
    make: (uniform) => (cell) => {
      let speed = 1 + 0.5 * uniform()
      for (let i = 0; i < cell.length; i++) {
        if (uniform() < 1 / every) speed = 1 + 0.5 * uniform()
        cell[i] = speed * (1 - 0.5 * Math.log(uniform()))
      }
    },
  }
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

/** Processes no threshold was chosen on. */
export const unseen: readonly Process[] = [tandem(0.7), groups, mixed, speeds(200), tide, storms, autoregressive(0.97)]

/** A load balancer that stays with one of two machines for long. */
const machines: Process = {
  name: 'two machines 5000',
  cumulative: (t) => 1 - (beyond(t - 1, 0.4) + beyond(t / 1.3 - 1, 0.4)) / 2,
  make: (uniform) => (cell) => {
    let speed = uniform() < 0.5 ? 1 : 1.3
    for (let i = 0; i < cell.length; i++) {
      if (uniform() < 1 / 2500) speed = uniform() < 0.5 ? 1 : 1.3
      cell[i] = speed * (1 - 0.4 * Math.log(uniform()))
    }
  },
}

/** A level that wanders between two bounds. */
const wandering: Process = {
  name: 'wandering level',
  cumulative: (t) => 1 - average((share) => beyond(t - 1 - share, 0.5)),
  make: (uniform) => (cell) => {
    let level = uniform()
    for (let i = 0; i < cell.length; i++) {
      level += 0.02 * (uniform() - 0.5)
      level = level < 0 ? -level : level > 1 ? 2 - level : level
      cell[i] = 1 + level - 0.5 * Math.log(uniform())
    }
  },
}

/** Nothing was chosen on these either, and the rule that a memory seen at the median flags every quantile was made before they were run. */
export const fresh: readonly Process[] = [machines, wandering, tandem(0.97)]

/** Processes of the set above with a memory so long that one cell cannot be enough: that rule was made for them. */
export const hopeless: readonly Process[] = [tandem(0.95), speeds(3000), autoregressive(0.997)]
