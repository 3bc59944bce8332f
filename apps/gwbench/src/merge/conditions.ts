import type { Cadence } from '../plan/cadence.js'
import { cadenceName } from '../plan/cadence.js'

/** What decides which rounds may stand in one table. */
export interface Conditions {
  readonly cadence: Cadence
  /** Every target of a round, `direct` among them. */
  readonly targetNames: readonly string[]
  /** Size of the request body. */
  readonly bodyBytes: number
}

/** Why rounds under these conditions are not comparable, or `null` when they are. */
export function whyNotComparable(a: Conditions, b: Conditions): string | null {
  if (cadenceName(a.cadence) !== cadenceName(b.cadence)) return `cadence ${cadenceName(a.cadence)} and ${cadenceName(b.cadence)}: a proxy costs more the longer it idled`
  if (a.targetNames.length !== b.targetNames.length) return `${a.targetNames.length} and ${b.targetNames.length} targets per round: the more targets, the longer each idles`
  if (a.targetNames.some((name, index) => name !== b.targetNames[index])) return `targets ${a.targetNames.join(', ')} and ${b.targetNames.join(', ')}`
  if (a.bodyBytes !== b.bodyBytes) return `request bodies of ${a.bodyBytes} and ${b.bodyBytes} bytes: overhead grows with the body`
  return null
}
