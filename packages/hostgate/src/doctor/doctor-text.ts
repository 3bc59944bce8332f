import type { HostCheck } from './host-check.js'

/** How a terminal shows text. */
export interface Paint {
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly red: (text: string) => string
  readonly dim: (text: string) => string
}

const plain = (text: string): string => text
export const NO_COLOUR: Paint = { green: plain, yellow: plain, red: plain, dim: plain }

const MARKS = { green: 'ok  ', yellow: 'note', red: 'STOP' } as const

/** One screen: a line per sensor, reason and fix below those that are not green, and the verdict in the last line. */
export function doctorText(machine: string, checks: readonly HostCheck[], paint: Paint = NO_COLOUR): string {
  const nameWidth = checks.reduce((width, { name }) => Math.max(width, name.length), 0)
  const readWidth = checks.reduce((width, { read }) => Math.max(width, read.length), 0)
  const lines = [machine]
  for (const { name, level, read, needed, reason, fix } of checks) {
    lines.push(`${paint[level](MARKS[level])}  ${name.padEnd(nameWidth)}  ${read.padEnd(readWidth)}  ${paint.dim(needed)}`.trimEnd())
    if (level !== 'green') lines.push(`      ${[reason, fix].filter((text) => text !== '').join(' ')}`)
  }
  const stops = checks.filter(({ level }) => level === 'red').map(({ name }) => name)
  const notes = checks.filter(({ level }) => level === 'yellow').map(({ name }) => name)
  const also = notes.length === 0 ? '' : ` Note: ${notes.join(', ')}.`
  lines.push(stops.length === 0 ? `${paint.green('READY')} for an evidence run.${also}` : `${paint.red('NOT READY')} for an evidence run: ${stops.join(', ')}.${also}`)
  return `${lines.join('\n')}\n`
}
