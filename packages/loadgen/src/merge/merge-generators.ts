import type { Counts } from '../count-outcomes.js'
import type { Generator } from './generator.js'
import { judgeAlikeArms } from './judge-alike-arms.js'
import type { AlikeArms, AlikeArmsJudgement } from './judge-alike-arms.js'
import { combinedSeries, generatorSeries, seriesNames, seriesReaders } from './series.js'
import type { CombinedSeries, GeneratorSeries, SeriesName } from './series.js'

export interface MergedGenerator {
  readonly name: string
  readonly source: string
  /** Why nothing of it is in the combined numbers; `null` when it is. */
  readonly droppedBecause: string | null
  readonly counts: Counts
  /** `null` where no A/A was asked for. */
  readonly alikeArms: AlikeArmsJudgement | { readonly fault: string } | null
  readonly arms: readonly { readonly arm: string; readonly series: Readonly<Record<SeriesName, GeneratorSeries | null>> }[]
}

/** What several generators measured together, as data: the `--json` output of a merge. */
export interface MergeReport {
  readonly format: 1
  readonly engine: 'loadgen' | 'vegeta' | 'k6'
  readonly name: string
  readonly verdict: 'valid' | 'invalid' | 'unjudged'
  readonly reasons: readonly string[]
  readonly generators: readonly MergedGenerator[]
  /** Arrivals of the generators that were kept. */
  readonly counts: Counts
  readonly arms: readonly { readonly arm: string; readonly series: Readonly<Record<SeriesName, CombinedSeries | null>> }[]
}

export interface MergeOptions {
  readonly engine: MergeReport['engine']
  readonly name: string
  readonly alikeArms?: AlikeArms
  /** Faults of the whole, such as a shard that is missing. */
  readonly faults: readonly string[]
}

const classes = ['scheduled', 'ok', 'failed', 'dropped', 'abandoned'] as const

function sum(counts: readonly Counts[]): Counts {
  return Object.fromEntries(classes.map((name) => [name, counts.reduce((total, each) => total + each[name], 0)])) as unknown as Counts
}

function valuesOf(generator: Generator, arm: string, series: SeriesName): number[] {
  return generator.rows.filter((row) => row.arm === arm && row.outcome === 'ok').map(seriesReaders[series]).filter((value) => value !== null)
}

function perSeries<T>(make: (series: SeriesName) => T): Readonly<Record<SeriesName, T>> {
  return Object.fromEntries(seriesNames.map((series) => [series, make(series)])) as Record<SeriesName, T>
}

/**
 * Puts generators together: the quantiles of each first, then the median of those across generators, and the quantile
 * of all values beside it. A generator whose own check, or whose own A/A, fails is named and left out.
 */
export function mergeGenerators(generators: readonly Generator[], { engine, name, alikeArms, faults }: MergeOptions): MergeReport {
  const arms = [...new Set(generators.flatMap(({ rows }) => rows.map(({ arm }) => arm)))]
  const merged = generators.map((generator): MergedGenerator => {
    const judged = alikeArms === undefined ? null : judgeAlikeArms(generator, alikeArms)
    return {
      name: generator.name,
      source: generator.source,
      droppedBecause: generator.selfCheckFault ?? judged?.fault ?? null,
      counts: generator.counts,
      alikeArms: judged,
      arms: arms.map((arm) => ({ arm, series: perSeries((series) => generatorSeries(valuesOf(generator, arm, series))) })),
    }
  })
  const kept = generators.filter((_, index) => merged[index]!.droppedBecause === null)
  const counts = sum(kept.map((generator) => generator.counts))
  const reasons = [
    ...faults,
    ...merged.flatMap(({ name: dropped, droppedBecause }) => (droppedBecause === null ? [] : [`generator ${dropped} is dropped: ${droppedBecause}`])),
    ...(kept.length === 0 ? ['no generator is left'] : []),
    ...(counts.dropped > 0 ? [`${counts.dropped} of ${counts.scheduled} arrivals were not sent`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} of ${counts.scheduled} requests failed`] : []),
    ...(counts.abandoned > 0 ? [`${counts.abandoned} of ${counts.scheduled} requests had no answer when their run ended`] : []),
  ]
  const unjudged = alikeArms === undefined ? kept.flatMap(({ name: generator, unjudged: why }) => (why === null ? [] : [`generator ${generator}: ${why}`])) : []
  return {
    format: 1,
    engine,
    name,
    verdict: reasons.length > 0 ? 'invalid' : unjudged.length > 0 ? 'unjudged' : 'valid',
    reasons: reasons.length > 0 ? reasons : unjudged,
    generators: merged,
    counts,
    arms: arms.map((arm) => ({ arm, series: perSeries((series) => combinedSeries(kept.map((generator) => valuesOf(generator, arm, series)))) })),
  }
}
