import { GwbenchInputError } from '../errors.js'
import { untimedRequests } from '../plan/cadence.js'
import type { Cadence } from '../plan/cadence.js'
import type { OneAtATime } from './one-at-a-time.js'
import { readAnswer } from './read-answer.js'
import { requireReached } from './require-reached.js'
import type { Reading, Round } from './round.js'
import type { UpstreamCount } from './upstream-count.js'

export interface RoundsOptions {
  readonly client: OneAtATime
  readonly targetNames: readonly string[]
  /** Target indices of every round in the order of their turn. */
  readonly orders: readonly (readonly number[])[]
  readonly cadence: Cadence
  readonly upstreamCount: UpstreamCount
  /** What the rounds are called in a message, such as `warm-up round`. */
  readonly what: string
  readonly idle: (ms: number) => Promise<void>
  /** Pause before each round, so that a run outlasts what a scheduler may do for a while; none without it. */
  readonly roundGapMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onRound?: ((done: number) => void) | undefined
  /** Looked at after every round; `true` ends the rounds early. */
  readonly enough?: ((rounds: readonly Round[]) => boolean) | undefined
}

/**
 * A look at the upstream's count between rounds lengthens the gap before the next request, which `primed` and `paced`
 * cover with their untimed requests and `plain` does not.
 */
const ROUNDS_PER_COUNT = { primed: 1, paced: 1, plain: 25 } as const

/**
 * Sends one timed request to every target in every round, and never two at once.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_TARGET_FAILED` on anything but a complete 200, `LAT_GWBENCH_NOT_THE_UPSTREAM` when
 *   the upstream has not counted exactly the requests that were sent, `LAT_GWBENCH_INTERRUPTED` when aborted
 */
export async function runRounds(options: RoundsOptions): Promise<readonly Round[]> {
  const { orders, cadence, upstreamCount, signal, onRound } = options
  const every = ROUNDS_PER_COUNT[cadence.kind]
  const rounds: Round[] = []
  let counted = upstreamCount === null ? 0 : await upstreamCount()
  let sent = 0
  for (const [number, order] of orders.entries()) {
    const readings: Reading[] = []
    if (options.roundGapMs !== undefined) await options.idle(options.roundGapMs)
    for (const target of order) {
      if (signal?.aborted) throw new GwbenchInputError('LAT_GWBENCH_INTERRUPTED', 'Interrupted: what was started is stopped, and the run is not kept.', { cause: signal.reason })
      readings[target] = await visit(options, number, target)
      sent += 1 + untimedRequests(cadence)
    }
    rounds.push({ number, order, readings })
    const last = number + 1 === orders.length || options.enough?.(rounds) === true
    if (upstreamCount !== null && ((number + 1) % every === 0 || last)) {
      const now = await upstreamCount()
      if (now - counted !== sent) await requireReached(options, { sent, counted: now - counted, when: `in ${options.what} ${number}` })
      counted = now
      sent = 0
    }
    onRound?.(number + 1)
    if (last) break
  }
  return rounds
}

async function visit({ client, targetNames, cadence, idle, what }: RoundsOptions, number: number, target: number): Promise<Reading> {
  const name = targetNames[target]!
  for (let untimed = untimedRequests(cadence); untimed > 0; untimed -= 1) readAnswer(name, await (client.prime === undefined ? client.request(target) : client.prime(target)), `to the untimed request of ${what} ${number}`)
  if (cadence.kind === 'paced') await idle(cadence.gapMs)
  return readAnswer(name, await client.request(target), `in ${what} ${number}`)
}
