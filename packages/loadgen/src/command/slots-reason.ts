import type { Row } from '@lat/rows'
import type { SelfCheck } from '../self-check/evaluate-self-check.js'

const EXHAUSTED = 'slots-exhausted'

function neverAnswered({ writtenNs, outcome, failure }: Row): boolean {
  return writtenNs !== null && (outcome === 'abandoned' || failure === 'timeout')
}

/** Whether a request spent more of its time on the target than on its way there. */
function answeredSlowly({ dispatchedNs, writtenNs, lastByteNs }: Row): boolean {
  return dispatchedNs !== null && writtenNs !== null && lastByteNs !== null && lastByteNs - writtenNs > writtenNs - dispatchedNs
}

/**
 * What the verdict `generator-limited` means to whoever has to do something about it. Slots that ran out are the generator's
 * limit by their number, but it is the target that holds them with requests it does not answer. Slow answers say the same only
 * where nothing else speaks against the generator, which would be late in reading them.
 */
export function limitReason({ reasons }: Pick<SelfCheck, 'reasons'>, rows: readonly Row[], slots: number): string {
  const said = `the generator itself was the limit (${reasons.join(', ')})`
  if (!reasons.includes(EXHAUSTED)) return said
  const onTime = reasons.length === 1
  const sent = rows.filter(({ dispatchedNs }) => dispatchedNs !== null)
  const waiting = sent.filter((row) => neverAnswered(row) || (onTime && answeredSlowly(row)))
  if (waiting.length * 2 <= sent.length) return said
  return `${said}: the ${slots} slots were waiting for the target; raise --slots above the rate times its latency, unless the target itself cannot keep up`
}
