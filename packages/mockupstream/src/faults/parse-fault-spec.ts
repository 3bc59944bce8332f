import type { AnswerDraft } from '../answer/answer-draft.js'
import { faultSpecRefused } from '../errors.js'
import { contentFaults } from './content-faults.js'
import { delayFaults } from './delay-faults.js'
import type { FaultEffect, FaultKind } from './fault-kind.js'
import { statusFaults } from './status-faults.js'
import { transportFaults } from './transport-faults.js'

/** Every fault there is, in the order in which they act on an answer. */
export const FAULT_KINDS: readonly FaultKind[] = [...statusFaults, ...contentFaults, ...delayFaults, ...transportFaults]

export interface FaultSpec {
  readonly text: string
  readonly names: readonly string[]
  /** Each fault has draws of its own, so that adding one leaves the others as they were. */
  readonly apply: (draft: AnswerDraft, path: string, drawOf: (name: string) => () => number) => void
}

/**
 * Reads a list of faults, `status=429,retry-after=1`.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_FAULT_SPEC` naming the part and what would be valid
 */
export function parseFaultSpec(text: string): FaultSpec {
  const effects = new Map<FaultKind, FaultEffect>()
  for (const part of text.split(',')) {
    const [name = '', ...rest] = part.trim().split('=')
    const kind = FAULT_KINDS.find((candidate) => candidate.name === name)
    if (kind === undefined) throw faultSpecRefused(text, `there is no fault "${name}"; there are ${FAULT_KINDS.map((known) => known.name).join(', ')}`)
    if (effects.has(kind)) throw faultSpecRefused(text, `${name} is given twice`)
    if ((kind.value === null) !== (rest.length === 0)) throw faultSpecRefused(text, kind.value === null ? `${name} takes no value` : `${name} needs a value, ${kind.value}`)
    const effect = kind.parse(rest.join('='))
    if (typeof effect === 'string') throw faultSpecRefused(text, effect)
    effects.set(kind, effect)
  }
  const ordered = FAULT_KINDS.filter((kind) => effects.has(kind))
  return {
    text,
    names: ordered.map(({ name }) => name),
    apply: (draft, path, drawOf) => {
      for (const kind of ordered) effects.get(kind)!(draft, { path, draw: drawOf(kind.name) })
    },
  }
}
