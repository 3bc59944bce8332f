import { mergeRuns } from '../merge/merge-runs.js'
import type { RunRecord } from '../merge/run-record.js'
import { buildResult } from '../report/build-result.js'
import type { ResultContext } from '../report/build-result.js'
import { runsAtMark } from './runs-at-mark.js'
import { MARKS } from './stream-result-schema.js'
import type { StreamResult } from './stream-result-schema.js'

/** Everything a reader gets to know about the start of streams, from the rounds alone and the context they were measured in. */
export function buildStreamResult(runs: readonly RunRecord[], context: ResultContext & { readonly proven: readonly string[] }): StreamResult {
  const { proven, ...rest } = context
  const at = MARKS.map((mark) => {
    const moved = runsAtMark(runs, mark)
    return { mark, result: buildResult(moved, mergeRuns(moved), rest) }
  })
  const { version, startedAt, conditions, machine, runs: kept, upstreamRequestsPerRequest, directory, notes } = at.find(({ mark }) => mark === 'secondEvent')!.result
  const unproven = context.targets.filter(({ name }) => name !== 'direct' && !name.startsWith('control-') && !proven.includes(name)).map(({ name }) => name)
  return {
    format: 'lat-gwbench-ttfb 1',
    command: 'ttfb',
    version,
    startedAt,
    conditions,
    machine,
    runs: kept,
    proven: [...proven],
    marks: at.map(({ mark, result: { targets, overhead, controls, separations } }) => ({ mark, targets, overhead, twin: controls.twin, separations })),
    upstreamRequestsPerRequest,
    notes: [...(unproven.length === 0 ? [] : [`Not proven to stream: ${unproven.join(', ')}. Another upstream cannot be asked to withhold events; leave --direct out and let gwbench start one with --upstream-port.`]), ...notes],
    directory,
  }
}
