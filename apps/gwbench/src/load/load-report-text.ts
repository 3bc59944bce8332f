import { alignColumns } from '../report/align-columns.js'
import type { LoadArm, LoadResult } from './load-schema.js'

const ms = (ns: number | undefined) => (ns === undefined ? '-' : (ns / 1e6).toFixed(3))

function table(arms: readonly LoadArm[], key: 'durationNs' | 'firstByteNs'): readonly string[] {
  return alignColumns([['target', 'p50', 'p90', 'p95', 'p99'], ...arms.map((arm) => [arm.name, ms(arm[key]?.p50Ns), ms(arm[key]?.p90Ns), ms(arm[key]?.p95Ns), ms(arm[key]?.p99Ns)])])
}

function added({ arms, baseline, order }: LoadResult): readonly string[] {
  if (baseline.bottleneck) return ['The baseline is the bottleneck, so no difference to it is given:', ...baseline.reasons.map((reason) => `  ${reason}`)]
  const [direct, ...others] = arms as [LoadArm, ...LoadArm[]]
  const minus = (arm: LoadArm, q: 'p50Ns' | 'p90Ns' | 'p95Ns' | 'p99Ns') => (arm.durationNs === null ? '-' : ms(arm.durationNs[q] - direct.durationNs![q]))
  return [
    `duration minus direct, ms; differences of quantiles, ${order === 'interleaved' ? 'arms drawn anew for every arrival' : 'arms one after the other, so that drift of the machine is in them'}:`,
    ...alignColumns([['target', 'p50', 'p90', 'p95', 'p99'], ...others.map((arm) => [arm.name, minus(arm, 'p50Ns'), minus(arm, 'p90Ns'), minus(arm, 'p95Ns'), minus(arm, 'p99Ns')])]),
  ]
}

/** The report of a load run as it is printed. */
export function loadReportText(result: LoadResult): string {
  const { arms, model, users, ratePerSecond, warmupMs, steadyMs, order, machine, loadStart } = result
  const load = model === 'closed' ? `closed loop, ${users} users` : `open model, ${ratePerSecond} requests/s in all`
  return [
    `${load}, ${order}, ${steadyMs / 1000} s after ${warmupMs / 1000} s of warm-up; load at the start ${loadStart.toFixed(2)}`,
    'duration, ms (connection acquired to last byte):',
    ...table(arms, 'durationNs'),
    'first byte, ms (request written to first byte):',
    ...table(arms, 'firstByteNs'),
    ...added(result),
    ...alignColumns([
      ['target', 'requests/s', 'ok', 'failed', 'dropped', 'abandoned', 'RSS MiB', 'CPU %', 'generator'],
      ...arms.map(({ name, okPerSecond, ok, failed, dropped, abandoned, usage, generator }) => [
        name, okPerSecond.toFixed(1), String(ok), String(failed), String(dropped), String(abandoned),
        usage === null ? '-' : (usage.highestRssBytes / 1_048_576).toFixed(1), usage === null ? '-' : (usage.cpuSecondsPerSecond * 100).toFixed(0), generator.verdict,
      ]),
    ]),
    ...arms.flatMap(({ name, failures }) => (Object.keys(failures).length === 0 ? [] : [`${name} failed: ${Object.entries(failures).map(([code, count]) => `${code} ${count}`).join(', ')}`])),
    `${machine.hardwareTag}, ${machine.cpuModel}, ${machine.platform} ${machine.kernel}, Node ${machine.nodeVersion}`,
    '',
  ].join('\n')
}
