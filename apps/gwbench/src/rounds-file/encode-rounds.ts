import type { RunRecord } from '../merge/run-record.js'
import { cadenceName } from '../plan/cadence.js'
import { EVENT_COLUMNS, ROUNDS_COLUMNS, ROUNDS_FORMAT } from './rounds-columns.js'
import type { RoundsHeader } from './rounds-header.js'

/**
 * Text of the rounds of all runs under the same conditions, discarded runs and warm-up rounds included: every request
 * that was timed, so that anybody can compute the answer again.
 */
export function encodeRounds(runs: readonly RunRecord[]): string {
  const { conditions } = runs[0]!
  const header: RoundsHeader = {
    cadence: cadenceName(conditions.cadence),
    targetNames: [...conditions.targetNames],
    bodyBytes: conditions.bodyBytes,
    runs: runs.map(({ number, kept, loadStart, loadEnd }) => ({ number, kept, loadStart, loadEnd })),
  }
  const streamed = runs.some(({ rounds }) => rounds[0]?.readings[0]?.firstEventNs !== undefined)
  const lines = [`${ROUNDS_FORMAT} ${JSON.stringify(header)}`, [...ROUNDS_COLUMNS, ...(streamed ? EVENT_COLUMNS : [])].join(',')]
  for (const run of runs) {
    for (const [phase, rounds] of [['warmup', run.warmup], ['timed', run.rounds]] as const) {
      for (const { number, order, readings } of rounds) {
        order.forEach((target, position) => {
          const { writtenNs, firstByteNs, lastByteNs, plantedNs, reconnected, firstEventNs, secondEventNs } = readings[target]!
          lines.push([run.number, phase, number, position, conditions.targetNames[target], writtenNs, firstByteNs, lastByteNs, plantedNs ?? '', reconnected ? 1 : 0, ...(streamed ? [firstEventNs, secondEventNs] : [])].join(','))
        })
      }
    }
  }
  return `${lines.join('\n')}\n`
}
