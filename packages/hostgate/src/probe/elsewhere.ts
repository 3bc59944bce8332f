import { unknown, type Reading } from '../reading.js'
import type { Host } from './host.js'

/** A system that nobody taught this package to read: its sensors exist, so they are `unknown`, not `unsupported`. */
export function elsewhere<T>(host: Host, what: string): Reading<T> {
  return unknown(`${what} is read on Linux and macOS only, and this is ${host.platform}.`)
}
