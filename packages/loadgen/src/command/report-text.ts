import type { Evidence } from '../self-check/evaluate-self-check.js'
import type { Distribution } from './distribution.js'
import { formatNs } from './format-ns.js'
import type { ArmReport, LoadReport } from './report.js'
import type { StreamReport } from './stream-report.js'

const columns = ['P50', 'P90', 'P99', 'P99.9', 'max'] as const

function line(label: string, cells: readonly string[], remark: string): string {
  return `  ${label.padEnd(12)}${cells.map((cell) => cell.padStart(9)).join('')}   ${remark}`.trimEnd()
}

function distributionLine(label: string, values: Distribution | null, remark: string): string[] {
  if (values === null) return []
  return [line(label, [values.p50Ns, values.p90Ns, values.p99Ns, values.p999Ns, values.maxNs].map(formatNs), remark)]
}

function armLines(arm: ArmReport, several: boolean): string[] {
  const name = several ? `${arm.arm}  ` : ''
  const head = `${name}${arm.url} at ${arm.address}: ${arm.ok} ok, ${arm.failed} failed`
  if (arm.durationNs === null) return [head, '  no successful answer, so no latency']
  return [
    head,
    line('ms', columns, ''),
    ...distributionLine('response', arm.responseNs, 'scheduled instant to last byte'),
    ...distributionLine('duration', arm.durationNs, 'connection to last byte (k6 http_req_duration)'),
    ...distributionLine('waiting', arm.waitingNs, 'request written to first byte'),
    ...distributionLine('first event', arm.firstEventNs, 'request written to first event'),
    ...streamLines(arm.streams),
    ...plateau(arm.durationNs),
  ]
}

/** Gaps are between reads: what came together in one read is counted, not averaged. */
function streamLines(streams: StreamReport | null): string[] {
  if (streams === null) return []
  const { gapNs, eventChunks, coalescedChunks, lostChunks, keptFromNs } = streams
  const lost = keptFromNs === null ? '' : `; ${lostChunks} earlier reads were not kept, so the gaps are from ${(keptFromNs / 1e9).toFixed(1)} s of the steady phase on`
  return [...distributionLine('gaps', gapNs, 'between reads of one stream that completed an event'), `  ${coalescedChunks} of ${eventChunks} such reads completed several events, which have no gaps of their own${lost}`]
}

/** Two small writes meet Nagle and delayed acknowledgement: Linux answers 40 ms later, on kept connections only. */
function plateau({ p50Ns }: Distribution): string[] {
  if (p50Ns === null || p50Ns < 38e6 || p50Ns > 45e6) return []
  return ['  note: a median of about 40 ms is often a server that writes head and body apart without TCP_NODELAY']
}

function evidenceText({ signal, value, unit, limit, exceeded }: Evidence): string | null {
  if (value === null || limit === null) return null
  const shown = (amount: number): string => (unit === 'ns' ? `${formatNs(amount)} ms` : unit === 'share' ? `${(amount * 100).toFixed(1)}%` : `${Number(amount.toFixed(1))}${unit === 'per-second' ? '/s' : unit === 'ms' ? ' ms' : ''}`)
  return `${exceeded ? '! ' : ''}${signal} ${shown(value)} (limit ${shown(limit)})`
}

/** A closed connection keeps its local port: 30 s on macOS, 60 s on Linux. */
const HELD_SECONDS = 30
const FEWEST_PORTS = 16_384

function notes(report: LoadReport): string[] {
  const { connections, steady, warmup, worstTenMsSends, plannedTenMsSends } = report
  const sent = steady.scheduled - steady.dropped + warmup.scheduled - warmup.dropped
  const made: string[] = []
  if (connections.reconnects * 2 > sent && sent > 1) {
    made.push(`note: no reuse: ${connections.opened} connections for ${sent} requests; the server closes them`)
    const held = Math.round((report.offeredRatePerSecond ?? 0) * HELD_SECONDS)
    if (held > FEWEST_PORTS) made.push(`note: ports: at this rate ${held} closed connections hold a local port each for ${HELD_SECONDS} s, and macOS has ${FEWEST_PORTS} of them, Linux 28232 unless set otherwise; "address not available" is then this machine's fault`)
  } else if (connections.reconnects > 0) made.push(`note: ${connections.reconnects} reconnects; their rows say so`)
  if (connections.failedConnects > 0) made.push(`note: ${connections.failedConnects} attempts to connect failed, which are no connections`)
  if (worstTenMsSends > 2 * plannedTenMsSends) made.push(`note: burst: ${worstTenMsSends} requests were sent within 10 ms where the schedule had ${plannedTenMsSends}`)
  return made
}

function rate(perSecond: number | null): string {
  return perSecond === null ? '-' : `${perSecond.toFixed(2)}/s`
}

/** The final report for a terminal. */
export function reportText(report: LoadReport): string {
  const { steady, warmup, lateness, selfCheck } = report
  const failures = Object.entries(report.failures).map(([code, count]) => `${code} ${count}`)
  const labels = Object.entries(report.labels).map(([label, count]) => `${label} ${count}`)
  const lines = [
    `steady ${report.steadyMs / 1000} s${report.steadyRanMs < report.steadyMs ? ` planned, ${(report.steadyRanMs / 1000).toFixed(2)} s run` : ''}, ${report.slots} slots, pacing ${report.pacing}, undici ${report.undiciVersion}`,
    report.pacing === 'closed'
      ? `rate      ${rate(report.achievedRatePerSecond)} by ${report.slots} users, as fast as they were answered`
      : `rate      offered ${rate(report.offeredRatePerSecond)}, achieved ${rate(report.achievedRatePerSecond)}`,
    `arrivals  ${steady.scheduled} scheduled: ${steady.ok} ok, ${steady.failed} failed, ${steady.dropped} dropped, ${steady.abandoned} abandoned; ${warmup.scheduled} in the warm-up are not counted`,
    ...(failures.length > 0 ? [`failures  ${failures.join(', ')}`] : []),
    ...(labels.length > 0 ? [`remarks   ${labels.join(', ')}`] : []),
    ...report.arms.flatMap((arm) => armLines(arm, report.arms.length > 1)),
    `generator ${selfCheck.verdict}${selfCheck.reasons.length > 0 ? `: ${selfCheck.reasons.join(', ')}` : ''}; limits "${selfCheck.profile}"`,
    `  sent late by P50 ${formatNs(lateness.p50Ns)}, P99 ${formatNs(lateness.p99Ns)}, at most ${formatNs(lateness.maxNs)} ms`,
    `  ${selfCheck.evidence.map(evidenceText).filter((text) => text !== null).join('; ')}`,
    ...notes(report),
    report.verdict === 'valid' ? 'VALID' : `${report.verdict.toUpperCase()}: ${report.reasons.join('; ')}`,
  ]
  return `${lines.join('\n')}\n`
}
