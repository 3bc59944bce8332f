import { formatNs } from '../command/format-ns.js'
import type { AlikeArmsJudgement } from './judge-alike-arms.js'
import type { MergedGenerator, MergeReport } from './merge-generators.js'
import { seriesNames } from './series.js'
import type { CombinedQuantile, CombinedSeries, SeriesName } from './series.js'

const about: Readonly<Record<SeriesName, string>> = {
  response: 'scheduled instant to last byte',
  duration: 'connection to last byte (k6 http_req_duration: no connecting, no queue)',
  waiting: 'request written to first byte',
  service: 'dispatch to last byte, connecting included (vegeta latency)',
}

const headings = ['P50', 'P90', 'P99', 'P99.9'] as const

function line(label: string, cells: readonly string[], remark = ''): string {
  return `  ${label.padEnd(22)}${cells.map((cell) => cell.padStart(9)).join('')}   ${remark}`.trimEnd()
}

function alikeText(judged: AlikeArmsJudgement | { readonly fault: string }): string {
  if (!('shiftNs' in judged)) return judged.fault
  return judged.fault ?? `A/A within: ${(judged.shiftNs / 1000).toFixed(1)} us of ${judged.series} P50`
}

function generatorLines(generator: MergedGenerator): string[] {
  const { name, source, counts, droppedBecause, alikeArms } = generator
  const state = droppedBecause === null ? (alikeArms === null ? 'kept' : `kept, ${alikeText(alikeArms)}`) : `DROPPED: ${droppedBecause}`
  return [`generator ${name} (${source}): ${counts.scheduled} scheduled, ${counts.ok} ok, ${counts.failed} failed, ${counts.dropped} dropped, ${counts.abandoned} abandoned; ${state}`]
}

const levels = ['p50', 'p90', 'p99', 'p999'] as const

function combinedLines(series: CombinedSeries, what: keyof CombinedQuantile, label: string): string {
  return line(label, levels.map((level) => formatNs(series[level][what])))
}

function seriesLines(series: SeriesName, combined: CombinedSeries | null, own: readonly MergedGenerator[], arm: string): string[] {
  const kept = own.filter(({ droppedBecause }) => droppedBecause === null)
  if (combined === null) return kept.length === 0 ? [] : [`  ${series} not measured`]
  return [
    line(`${series}, ms`, headings, about[series]),
    ...kept.map(({ name, arms }) => line(name, (arms.find((each) => each.arm === arm)?.series[series]?.quantilesNs ?? [null, null, null, null]).map(formatNs))),
    combinedLines(combined, 'medianOfGeneratorsNs', 'median of generators'),
    ...(kept.length > 1 ? [combinedLines(combined, 'lowestNs', 'lowest'), combinedLines(combined, 'highestNs', 'highest'), combinedLines(combined, 'pooledNs', 'all values together')] : []),
  ]
}

/** A merge for a terminal: every generator by itself first, then what they say together. */
export function mergeText(report: MergeReport): string {
  const { engine, name, generators, counts, arms, verdict, reasons } = report
  const lines = [
    `${name}: ${generators.length} ${generators.length === 1 ? 'generator' : 'generators'} of ${engine}`,
    ...generators.flatMap(generatorLines),
    `together  ${counts.scheduled} scheduled: ${counts.ok} ok, ${counts.failed} failed, ${counts.dropped} dropped, ${counts.abandoned} abandoned`,
    ...arms.flatMap(({ arm, series }) => [arm, ...seriesNames.flatMap((each) => seriesLines(each, series[each], generators, arm))]),
    verdict === 'valid' ? 'VALID' : `${verdict.toUpperCase()}: ${reasons.join('; ')}`,
  ]
  return `${lines.join('\n')}\n`
}
