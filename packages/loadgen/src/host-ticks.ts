import { readFileSync } from 'node:fs'

/** Time of all cores since the start of the machine, in ticks of the kernel. */
export interface HostTicks {
  readonly total: number
  /** Wanted by this machine and given to another one on the same host. */
  readonly stolen: number
}

/** Reads the first line of Linux's `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. `null` for another text. */
export function parseHostTicks(stat: string): HostTicks | null {
  const match = /^cpu +(\d+(?: \d+){7})/.exec(stat)
  if (match === null) return null
  const ticks = match[1]!.split(' ').map(Number)
  return { total: ticks.reduce((sum, part) => sum + part, 0), stolen: ticks[7]! }
}

/** Counters of this machine, `null` where it has no `/proc/stat`. */
export function hostTicks(): HostTicks | null {
  try {
    return parseHostTicks(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return null
  }
}

/** Share of all cores' time that was given to other machines between two readings. */
export function stolenShare(before: HostTicks | null, after: HostTicks | null): number | null {
  if (before === null || after === null || after.total <= before.total) return null
  return (after.stolen - before.stolen) / (after.total - before.total)
}
