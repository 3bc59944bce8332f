import { unknown, type Reading } from '../reading.js'

export type CheckLevel = 'green' | 'yellow' | 'red'

/** Verdict on one sensor: what was read, what was needed, and for anything but green why it matters and what to do. */
export interface HostCheck {
  /** Stable kebab-case name. */
  readonly name: string
  readonly level: CheckLevel
  readonly read: string
  readonly needed: string
  /** Empty for green without a remark. */
  readonly reason: string
  /** Empty for green. */
  readonly fix: string
}

/** What a value means. */
export type Verdict = Pick<HostCheck, 'level' | 'read' | 'reason' | 'fix'>

export function green(read: string, reason = ''): Verdict {
  return { level: 'green', read, reason, fix: '' }
}

export function yellow(read: string, reason: string, fix: string): Verdict {
  return { level: 'yellow', read, reason, fix }
}

export function red(read: string, reason: string, fix: string): Verdict {
  return { level: 'red', read, reason, fix }
}

/**
 * One check. What does not exist here is green with its note; what exists and cannot be read is red where the run fails
 * closed, else yellow.
 */
export function hostCheck<T>(name: string, reading: Reading<T>, needed: string, failsClosed: boolean, judge: (value: T) => Verdict): HostCheck {
  if (reading.state === 'unsupported') return { name, needed, ...green('not here', reading.note) }
  if (reading.state === 'unknown') {
    const verdict = failsClosed ? red('unknown', reading.reason, 'Make this sensor readable; an evidence run does not start without it.') : yellow('unknown', reading.reason, 'The run goes on without it.')
    return { name, needed, ...verdict }
  }
  const verdict = judge(reading.value)
  return { name, needed, ...verdict, reason: [verdict.reason, reading.note ?? ''].filter((text) => text !== '').join(' ') }
}

/** One part of a reading as a reading of its own. */
export function part<T, P>(reading: Reading<T>, of: (value: T) => P | null, absent: string): Reading<P> {
  if (reading.state !== 'value') return reading
  const value = of(reading.value)
  return value === null ? unknown(absent) : { ...reading, value }
}
