import { GwbenchInputError } from '../errors.js'
import type { Reading, Round } from '../measure/round.js'
import type { RunRecord } from '../merge/run-record.js'
import type { Mark } from './stream-result-schema.js'

const READ: Readonly<Record<Mark, (reading: Reading) => number | undefined>> = {
  firstByte: ({ firstByteNs }) => firstByteNs,
  firstEvent: ({ firstEventNs }) => firstEventNs,
  secondEvent: ({ secondEventNs }) => secondEventNs,
  lastByte: ({ lastByteNs }) => lastByteNs,
}

/**
 * The same runs with one instant of each stream in place of its end, so that everything that compares latencies compares it.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_TARGET_FAILED` for rounds whose answers were no streams of two events
 */
export function runsAtMark(runs: readonly RunRecord[], mark: Mark): readonly RunRecord[] {
  const at = (rounds: readonly Round[], names: readonly string[]): readonly Round[] =>
    rounds.map((round) => ({
      ...round,
      readings: round.readings.map((reading, target) => {
        const lastByteNs = READ[mark](reading)
        if (lastByteNs === undefined) throw new GwbenchInputError('LAT_GWBENCH_TARGET_FAILED', `Target "${names[target]}" answered round ${round.number} with a stream of fewer than two events.`)
        return { ...reading, lastByteNs }
      }),
    }))
  return runs.map((run) => ({ ...run, warmup: at(run.warmup, run.conditions.targetNames), rounds: at(run.rounds, run.conditions.targetNames) }))
}
