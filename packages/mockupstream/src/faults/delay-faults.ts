import type { AnswerDraft } from '../answer/answer-draft.js'
import type { FaultEffect, FaultKind } from './fault-kind.js'
import { parseDelay } from './parse-delay.js'

/** Faults that make an answer wait. Each wait reports how long it really was. */
export const delayFaults: readonly FaultKind[] = [
  {
    name: 'ttft',
    value: 'DELAY',
    help: 'wait before the first byte; the answer carries x-lat-planted-ns',
    parse: (value) => withDelay(value, (draft, delayNs) => void (draft.gapsNs[0] = delayNs())),
  },
  {
    name: 'itl',
    value: 'DELAY',
    help: 'wait before each event but the first; each carries a comment line with the measured wait',
    parse: (value) =>
      withDelay(value, (draft, delayNs) => {
        if (!draft.streamed) return
        draft.measureGaps = true
        for (let at = 1; at < draft.pieces.length; at += 1) draft.gapsNs[at] = delayNs()
      }),
  },
  {
    name: 'stall-after',
    value: 'EVENTS:DELAY',
    help: 'send so many events, then wait once',
    parse: (value) => {
      const [count = '', delay = ''] = value.split(':')
      if (!/^\d{1,6}$/.test(count)) return `"${value}" is not EVENTS:DELAY, such as 3:500ms`
      return withDelay(delay, (draft, delayNs) => {
        const at = Number(count)
        if (at >= draft.pieces.length) return
        draft.gapsNs[at] = delayNs()
        draft.measureGaps = draft.streamed
      })
    },
  },
]

function withDelay(text: string, use: (draft: AnswerDraft, delayNs: () => number) => void): FaultEffect | string {
  const distribution = parseDelay(text)
  return typeof distribution === 'string' ? distribution : (draft, { draw }) => use(draft, () => distribution(draw))
}
