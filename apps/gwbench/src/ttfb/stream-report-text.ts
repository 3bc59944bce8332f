import { alignColumns } from '../report/align-columns.js'
import { decisionLines } from '../report/decision-lines.js'
import { formatUs } from '../report/format-us.js'
import { overheadTable } from '../report/overhead-table.js'
import { runLine } from '../report/run-line.js'
import type { Mark, StreamResult } from './stream-result-schema.js'

const SAID: Readonly<Record<Mark, string>> = {
  firstByte: 'first byte of the answer (of its headers, where a gateway sends them early)',
  firstEvent: 'first event complete',
  secondEvent: 'second event complete',
  lastByte: 'last byte',
}

/** The report of a stream measurement: one raw and one paired table for each instant. */
export function streamReportText(result: StreamResult): string {
  const { conditions, runs, marks, machine, proven, notes } = result
  const kept = runs.filter((run) => run.kept)
  const where = `cadence=${conditions.cadence}, targets=${conditions.targetCount}, body=${conditions.bodyBytes} B, rounds=${kept.reduce((sum, run) => sum + run.rounds, 0)}`
  const tables = marks.flatMap(({ mark, targets, overhead, twin, separations }) => [
    `${SAID[mark]}: ${where}`,
    ...alignColumns([['target', 'p50', 'p90', 'p99'], ...targets.map(({ name, latencyNs }) => [name, formatUs(latencyNs.p50Ns), formatUs(latencyNs.p90Ns), formatUs(latencyNs.p99Ns)])]),
    'overhead vs direct, paired per round (all kept runs):',
    ...overheadTable({ overhead, controls: { twin, planted: null } }),
    // Who differs is decided on the event the proof rests on.
    ...(mark === 'secondEvent' ? decisionLines({ separations, budgets: [], sequence: null, targets: [] }) : []),
    '',
  ])
  return [
    ...runs.map(runLine),
    `kept runs=${kept.length}, rounds per run=${conditions.roundsPerRun}, warm-up=${conditions.warmupRounds}`,
    proven.length === 0 ? 'proven to stream: none' : `proven to stream, event 2 before the upstream sent the rest: ${proven.join(', ')}`,
    '',
    ...tables,
    `upstream requests per request: ${result.upstreamRequestsPerRequest === null ? 'not counted' : result.upstreamRequestsPerRequest.toFixed(3)}`,
    `${machine.hardwareTag}, ${machine.cpuModel}, ${machine.platform} ${machine.kernel}, Node ${machine.nodeVersion}; seed ${conditions.seed}`,
    ...notes.map((note) => `note: ${note}`),
    '',
  ].join('\n')
}
