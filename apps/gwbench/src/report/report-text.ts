import { alignColumns } from './align-columns.js'
import { controlLines } from './control-lines.js'
import { decisionLines } from './decision-lines.js'
import { formatUs } from './format-us.js'
import { overheadTable } from './overhead-table.js'
import type { GwbenchResult } from './result-schema.js'
import { runLine } from './run-line.js'

/** The whole report as it is printed, in the order the protocol fixes; every table names its cadence and number of targets. */
export function reportText(result: GwbenchResult): string {
  const { conditions, runs, overhead, targets, positions, machine, notes } = result
  const kept = runs.filter((run) => run.kept)
  const rounds = kept.reduce((sum, run) => sum + run.rounds, 0)
  const where = `cadence=${conditions.cadence}, targets=${conditions.targetCount}, body=${conditions.bodyBytes} B, rounds=${rounds}`
  const perRun = kept.map(({ run }) => {
    const medians = overhead.map(({ treatment, perRun }) => `${treatment}=${formatUs(perRun.find((each) => each.run === run)!.p50Ns)}`)
    return `run ${run} overhead p50: ${medians.join(' ')}`
  })
  const raw = alignColumns([['target', 'p50', 'p90', 'p99'], ...targets.map(({ name, latencyNs }) => [name, formatUs(latencyNs.p50Ns), formatUs(latencyNs.p90Ns), formatUs(latencyNs.p99Ns)])])
  const loads = kept.flatMap(({ loadStart, loadEnd }) => [loadStart, loadEnd ?? loadStart])
  return [
    ...runs.map(runLine),
    `kept runs=${kept.length}, rounds per run=${conditions.roundsPerRun}, warm-up=${conditions.warmupRounds}${result.launches > 1 ? `, launches=${result.launches}` : ''}`,
    ...perRun,
    `${raw[0]}   # raw latencies, all kept runs: ${where}`,
    ...raw.slice(1),
    'overhead vs direct, paired per round (all kept runs):',
    `# ${where}; p50 p90 p99 of the differences inside rounds; shift = difference of the quantiles of the same rounds`,
    ...overheadTable(result),
    ...controlLines(result),
    ...decisionLines(result),
    `position in the round, each target ${Math.min(...positions.map(({ fewestVisits }) => fewestVisits))} to ${Math.max(...positions.map(({ mostVisits }) => mostVisits))} times at each: ${positions.map(({ position, effectNs }) => `${position + 1}: ${formatUs(effectNs, true)}`).join(', ')}`,
    `upstream requests per request: ${result.upstreamRequestsPerRequest === null ? 'not counted' : result.upstreamRequestsPerRequest.toFixed(3)}`,
    `load range ${Math.min(...loads).toFixed(2)} to ${Math.max(...loads).toFixed(2)}, limit ${conditions.maximumLoad}; ${machine.hardwareTag}, ${machine.cpuModel}, ${machine.platform} ${machine.kernel}, Node ${machine.nodeVersion}; seed ${conditions.seed}`,
    `parallelism: ${targets.map(({ name, parallelism }) => `${name}=${parallelism ?? 'not stated'}`).join('; ')}`,
    ...notes.map((note) => `note: ${note}`),
    '',
  ].join('\n')
}
