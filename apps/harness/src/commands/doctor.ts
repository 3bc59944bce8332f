import { doctorHere } from '@lat/hostgate'
import type { Option } from './option.js'

/** Options of `doctor` as the command line gives them: those of `lat-doctor`. */
export interface DoctorOptions {
  readonly json?: Option
  readonly watch?: Option
  readonly floor?: Option
  readonly minutes?: Option
  readonly readings?: Option
}

/** The host check on its own, with the same options and exit code as `lat-doctor`. */
export function doctorCommand(options: DoctorOptions): Promise<number> {
  const flags = (['json', 'watch'] as const).flatMap((name) => (options[name] ? [`--${name}`] : []))
  const values = (['floor', 'minutes', 'readings'] as const).flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, String(options[name])]))
  return doctorHere([...flags, ...values])
}
