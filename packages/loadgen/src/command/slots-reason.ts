import type { Row } from '@lat/rows'
import type { SelfCheck } from '../self-check/evaluate-self-check.js'

/** Whether a request spent more of its time on the target than on the generator: all of it from the write on, without an answer. */
function waitedForTarget({ dispatchedNs, writtenNs, lastByteNs }: Row): boolean {
  if (dispatchedNs === null || writtenNs === null) return false
  return lastByteNs === null || lastByteNs - writtenNs > writtenNs - dispatchedNs
}

/**
 * What the verdict `generator-limited` means to whoever has to do something about it. Slots that ran out are the generator's
 * limit by their number, but it is the target that keeps them where nothing else speaks against the generator.
 */
export function limitReason({ reasons }: Pick<SelfCheck, 'reasons'>, rows: readonly Row[], slots: number): string {
  const said = `the generator itself was the limit (${reasons.join(', ')})`
  if (reasons.some((reason) => reason !== 'slots-exhausted')) return said
  const sent = rows.filter(({ dispatchedNs }) => dispatchedNs !== null)
  if (sent.filter(waitedForTarget).length * 2 <= sent.length) return said
  return `${said}: all ${slots} slots were waiting for the target; raise --slots above the rate times its latency, unless the target itself cannot keep up`
}
