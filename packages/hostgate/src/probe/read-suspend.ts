import { boundedNumber } from '../parse/bounded-number.js'
import { measured, unknown, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { fromFile } from './from-file.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

/** A mark that stays the same, to within the time it takes to read, as long as the machine does not sleep. */
export type SuspendMark = Reading<number>

/**
 * Take one before a run and one after. On Linux it is the time since boot, which goes on during a suspend, less a clock
 * that does not; on macOS it is the instant of the last wake.
 */
export async function readSuspendMark(host: Host = systemHost()): Promise<SuspendMark> {
  if (host.platform === 'linux') {
    return fromFile(host, '/proc/uptime', (text) => {
      const seconds = boundedNumber(text.split(' ')[0], 0, 1e10)
      return seconds === null ? unknown('/proc/uptime says no time') : measured(seconds * 1000 - host.nowMs(), 'ms', '/proc/uptime')
    })
  }
  if (host.platform !== 'darwin') return elsewhere(host, 'A suspend')
  return fromCommand(host, 'sysctl', ['-n', 'kern.waketime'], (text) => {
    const match = /^\{ sec = (\d+), usec = (\d+) \}/.exec(text)
    const seconds = boundedNumber(match?.[1], 0, 1e11)
    const us = boundedNumber(match?.[2], 0, 1e6)
    return seconds === null || us === null ? unknown('sysctl kern.waketime says no time') : measured(seconds * 1000 + us / 1000, 'ms', 'sysctl kern.waketime')
  })
}

/** Shorter than any suspend, longer than a busy machine takes between the two clocks of a mark. */
const SHORTEST_SUSPEND_MS = 1_000

/** Whether the machine slept between two marks; `null` where a mark could not be read. */
export function suspendedBetween(before: SuspendMark, after: SuspendMark): boolean | null {
  if (before.state !== 'value' || after.state !== 'value') return null
  return Math.abs(after.value - before.value) > SHORTEST_SUSPEND_MS
}
