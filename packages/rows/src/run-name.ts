import { RowsInputError } from './errors.js'

export type RunMode = 'smoke' | 'quick' | 'evidence'

/** What the name of a results directory says. */
export interface RunParts {
  /** UTC day, `YYYY-MM-DD`. */
  readonly date: string
  /** Abbreviated commit, 7 to 40 hex digits. */
  readonly shortSha: string
  readonly dirty: boolean
  /** Short tag of the hardware, lower-case letters, digits and hyphens, such as `linux-x64-2c`. */
  readonly hardwareTag: string
  readonly mode: RunMode
  /** From 1, counted up so that no directory is ever overwritten. */
  readonly number: number
}

const NAME = /^(\d{4}-\d{2}-\d{2})-([0-9a-f]{7,40})(-dirty)?-([a-z0-9]+(?:-[a-z0-9]+)*)-(smoke|quick|evidence)-r([1-9]\d*)$/

function isDay(date: string): boolean {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days
}

/**
 * Name of a results directory.
 *
 * @throws {RowsInputError} on parts that would not read back the same
 * @example runName({ date: '2026-03-04', shortSha: 'abc1234', dirty: false, hardwareTag: 'linux-2c', mode: 'quick', number: 1 }) // '2026-03-04-abc1234-linux-2c-quick-r1'
 */
export function runName(parts: RunParts): string {
  const name = `${parts.date}-${parts.shortSha}${parts.dirty ? '-dirty' : ''}-${parts.hardwareTag}-${parts.mode}-r${parts.number}`
  const back = parseRunName(name)
  if (back.hardwareTag !== parts.hardwareTag || back.dirty !== parts.dirty || back.number !== parts.number) {
    throw new RowsInputError('LAT_ROWS_RUN_NAME', `The hardware tag "${parts.hardwareTag}" would read back as "${back.hardwareTag}"; choose another`)
  }
  return name
}

/**
 * What the name of a results directory says: the exact inverse of `runName`.
 *
 * @throws {RowsInputError} on any other text
 */
export function parseRunName(name: string): RunParts {
  const match = NAME.exec(name)
  if (match === null || !isDay(match[1]!)) {
    throw new RowsInputError('LAT_ROWS_RUN_NAME', `"${name}" is not a run name: <YYYY-MM-DD>-<shortsha>[-dirty]-<hwtag>-<smoke|quick|evidence>-r<n>`)
  }
  const [, date, shortSha, dirty, hardwareTag, mode, number] = match
  return { date: date!, shortSha: shortSha!, dirty: dirty !== undefined, hardwareTag: hardwareTag!, mode: mode as RunMode, number: Number(number) }
}

/**
 * First free name for a run: one above the highest number that is taken. Other names are ignored.
 *
 * @example nextRunName(['2026-03-04-abc1234-linux-2c-quick-r1'], { date: '2026-03-04', shortSha: 'abc1234', dirty: false, hardwareTag: 'linux-2c', mode: 'quick' }) // '2026-03-04-abc1234-linux-2c-quick-r2'
 */
export function nextRunName(existingNames: Iterable<string>, parts: Omit<RunParts, 'number'>): string {
  const first = runName({ ...parts, number: 1 })
  const prefix = first.slice(0, -1)
  let highest = 0
  for (const name of existingNames) {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^[1-9]\d*$/.test(number)) highest = Math.max(highest, Number(number))
  }
  return runName({ ...parts, number: highest + 1 })
}
