import type { CpuIdle } from '../../cpu-idle.js'
import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'

/** user, nice, system, idle, iowait, irq, softirq, steal. guest and guest_nice are inside user and nice already. */
type Ticks = readonly number[]

const FIELDS = 8
const IDLE = 3
const IOWAIT = 4
const STEAL = 7

function parse(text: string): Map<string, Ticks> | null {
  const cpus = new Map<string, Ticks>()
  for (const line of text.split('\n')) {
    const [name, ...fields] = line.trim().split(/\s+/)
    if (name === undefined || !/^cpu\d{0,5}$/.test(name)) continue
    const ticks = fields.slice(0, FIELDS).map((field) => boundedNumber(field, 0, Number.MAX_SAFE_INTEGER))
    // Kernels before 2.6.11 have no steal; anything shorter than softirq is not /proc/stat.
    if (ticks.length < FIELDS - 1 || ticks.includes(null) || cpus.has(name)) return null
    cpus.set(name, ticks as Ticks)
  }
  return cpus.has('cpu') ? cpus : null
}

/** Shares of one line, or why there are none. */
function shares(before: Ticks, after: Ticks): { idlePercent: number; stealPercent: number | null } | string {
  if (after.length !== before.length) return `${before.length} counters became ${after.length}`
  const deltas = after.map((tick, index) => tick - before[index]!)
  // proc(5): iowait is not reliable and may decrease. It has no other meaning than "idle, and a disk is busy".
  deltas[IOWAIT] = Math.max(0, deltas[IOWAIT]!)
  if (deltas.some((delta) => delta < 0)) return 'a counter went backwards'
  const total = deltas.reduce((sum, delta) => sum + delta, 0)
  if (total === 0) return 'the counters stand still'
  return { idlePercent: (100 * deltas[IDLE]!) / total, stealPercent: deltas.length > STEAL ? (100 * deltas[STEAL]!) / total : null }
}

/**
 * Idle over the interval between two readings of `/proc/stat`.
 *
 * Time spent waiting for a disk (`iowait`) does not count as idle: a host that reads a disk is not a quiet one, and
 * macOS, on which the floor was calibrated, has no such class.
 */
export function idleBetween(before: string, after: string, intervalMs: number, source = '/proc/stat'): Reading<CpuIdle> {
  const first = parse(before)
  const second = parse(after)
  if (first === null || second === null) return unknown(`${source} has no line of processor counters`)
  if (first.size !== second.size) return unknown(`${source} went from ${first.size - 1} to ${second.size - 1} cores during the interval`)
  const mean = shares(first.get('cpu')!, second.get('cpu')!)
  if (typeof mean === 'string') return unknown(`${source}: ${mean}`)
  const perCorePercent: number[] = []
  for (const [name, ticks] of first) {
    if (name === 'cpu') continue
    const later = second.get(name)
    if (later === undefined || later.length !== ticks.length) return unknown(`${source}: ${name} is gone after the interval`)
    const core = shares(ticks, later)
    if (typeof core !== 'string') perCorePercent.push(core.idlePercent)
  }
  return measured({
    meanPercent: mean.idlePercent,
    lowestCorePercent: perCorePercent.length === 0 ? null : Math.min(...perCorePercent),
    perCorePercent,
    stealPercent: mean.stealPercent,
    intervalMs,
  }, '%', source)
}
