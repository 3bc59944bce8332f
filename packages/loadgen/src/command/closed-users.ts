import { badUsage } from '../errors.js'
import type { RawOptions } from './raw-options.js'

const MOST_USERS = 10_000

/** What describes a schedule, or the slots and draws that belong to one. */
const withoutMeaning = ['rate', 'gap', 'slots', 'poisson', 'seed', 'pacing', 'slot-order', 'assignment', 'chunk-times', 'shard', 'start-at', 'plant-block'] as const

/**
 * Number of users of a closed loop, `null` without `--closed`.
 *
 * @throws {LoadgenInputError} naming the options that a closed loop would ignore
 */
export function closedUsers(targets: readonly string[], options: RawOptions): number | null {
  const text = options.one('closed')
  if (text === undefined) return null
  const users = Number(text)
  if (!/^\d+$/.test(text) || users < 1 || users > MOST_USERS) throw badUsage(`--closed ${text} is not a whole number of users from 1 to ${MOST_USERS}.`)
  if (targets.length > 1) throw badUsage(`--closed takes one target, it got ${targets.length}.`)
  const ignored = withoutMeaning.filter((name) => options.has(name)).map((name) => `--${name}`)
  if (ignored.length > 0) throw badUsage(`--closed has no use for ${ignored.join(', ')}: its users decide when requests are sent, each on one connection. Leave out ${ignored.length === 1 ? 'that option' : 'those options'}, or --closed.`)
  return users
}
