import { cpus, loadavg, platform } from 'node:os'
import { acrossRepetitions } from '@lat/estimators'

/** What a ratio must be: at most, or at least, so much. */
export type Bar = { readonly atMost: number } | { readonly atLeast: number } | { readonly between: readonly [number, number] }

export interface RatioResult {
  /** Median of the per-block ratios. */
  readonly ratio: number
  readonly low: number | null
  readonly high: number | null
  /** Exact level of the interval, at least 0.9 from 5 blocks on. */
  readonly level: number | null
  readonly blocks: number
  readonly bar: Bar | null
  readonly verdict: 'within' | 'outside' | 'unresolved' | 'no bar'
}

export interface RatioBench {
  readonly name: string
  /** Bars by key; a key without one is printed and not judged. */
  readonly bars: Readonly<Record<string, Bar>>
  /** Measures one block: every keyed figure, both sides of each interleaved inside it. Keys under `aa` are controls whose true value is 1. */
  readonly block: (index: number) => Promise<{ readonly ratios: Readonly<Record<string, number>>; readonly aa: Readonly<Record<string, number>> }>
  readonly blocks: number
  readonly skipped?: readonly { readonly what: string; readonly why: string }[]
  readonly notes?: readonly string[]
}

function verdictOf(bar: Bar | null, low: number | null, high: number | null): RatioResult['verdict'] {
  if (bar === null) return 'no bar'
  if (low === null || high === null) return 'unresolved'
  const [least, most] = 'between' in bar ? bar.between : 'atMost' in bar ? [-Infinity, bar.atMost] : [bar.atLeast, Infinity]
  if (low >= least && high <= most) return 'within'
  return low > most || high < least ? 'outside' : 'unresolved'
}

/** Median of the per-block ratios with its distribution-free 90 % interval, and the verdict against the bar. */
export function ratioResult(perBlock: readonly number[], bar: Bar | null): RatioResult {
  const { median, distributionFree } = acrossRepetitions(perBlock, 0.9)
  const wide = distributionFree !== null && distributionFree.level >= 0.9 ? distributionFree : null
  return { ratio: median, low: wide?.low ?? null, high: wide?.high ?? null, level: wide?.level ?? null, blocks: perBlock.length, bar, verdict: verdictOf(bar, wide?.low ?? null, wide?.high ?? null) }
}

const shown = (value: number | null) => (value === null ? 'open' : value.toPrecision(4))
const barText = (bar: Bar | null) => (bar === null ? '' : 'atMost' in bar ? `at most ${bar.atMost}` : 'atLeast' in bar ? `at least ${bar.atLeast}` : `${bar.between[0]} to ${bar.between[1]}`)

/**
 * Runs a benchmark of ratios: blocks, each with both sides in it; an unresolved verdict doubles the blocks once and then
 * counts as not met. Prints a table and, as its last line, one JSON object. Sets exit code 1 when a bar is not met.
 */
export async function runRatioBench(bench: RatioBench): Promise<void> {
  const ratios = new Map<string, number[]>()
  const aa = new Map<string, number[]>()
  const collect = (into: Map<string, number[]>, values: Readonly<Record<string, number>>) => {
    for (const [key, value] of Object.entries(values)) into.set(key, [...(into.get(key) ?? []), value])
  }
  const measure = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      process.stderr.write(`${bench.name}: block ${index + 1} of ${to}\n`)
      const block = await bench.block(index)
      // A run that is interrupted has still said what it measured.
      process.stderr.write(`  ${JSON.stringify(block)}\n`)
      collect(ratios, block.ratios)
      collect(aa, block.aa)
    }
  }
  const judged = (values: Map<string, number[]>, bars: Readonly<Record<string, Bar>>) => Object.fromEntries([...values].map(([key, perBlock]) => [key, ratioResult(perBlock, bars[key] ?? null)]))

  // Ends in order, so that what the benchmark started is ended with it.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))
  const loadBefore = loadavg()[0]!
  await measure(0, bench.blocks)
  let results = judged(ratios, bench.bars)
  if (Object.values(results).some(({ verdict }) => verdict === 'unresolved')) {
    await measure(bench.blocks, 2 * bench.blocks)
    results = judged(ratios, bench.bars)
  }
  const controls = judged(aa, {})

  for (const [key, { ratio, low, high, bar, verdict, blocks }] of [...Object.entries(results), ...Object.entries(controls).map(([key, result]) => [`A/A ${key}`, result] as const)]) {
    console.log(`${key.padEnd(28)} ${shown(ratio).padStart(9)}  90 % [${shown(low)}, ${shown(high)}]  ${blocks} blocks  ${verdict}${bar === null ? '' : ` (${barText(bar)})`}`)
  }
  for (const note of bench.notes ?? []) console.log(note)
  for (const { what, why } of bench.skipped ?? []) console.log(`SKIPPED ${what}: ${why}`)
  const host = { platform: platform(), node: process.versions.node, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load1Before: loadBefore, load1After: loadavg()[0]! }
  console.log(JSON.stringify({ name: bench.name, ratios: results, aa: controls, host, skipped: bench.skipped ?? [] }))
  if (Object.values(results).some(({ verdict }) => verdict === 'outside' || verdict === 'unresolved')) process.exitCode = 1
}
