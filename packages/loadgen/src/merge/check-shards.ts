import type { ShardGenerator } from './read-generator.js'

/** What has to be alike, in the order in which a reader looks for it. */
const alike: readonly (readonly [string, (generator: ShardGenerator) => string, string?])[] = [
  ['name', ({ cell }) => JSON.stringify(cell.name)],
  ['pacing', ({ pacing }) => pacing],
  ['rate', ({ cell }) => `${cell.ratePerSecond} per second`],
  ['arrivals', ({ cell }) => (cell.arrivals === 'constant' ? 'constant' : `poisson of seed ${JSON.stringify(cell.seed)}`)],
  ['warm-up', ({ cell }) => `${cell.warmupMs} ms`],
  ['start of the steady phase', ({ cell }) => `${cell.steadyStartMs} ms`],
  ['steady phase', ({ cell }) => `${cell.steadyMs} ms`],
  ['arms', ({ cell }) => cell.arms.join(', ')],
  ['assignment of arms', ({ cell }) => cell.assignment],
  ['number of shards', ({ cell }) => String(cell.shard.count)],
  ['start', ({ cell }) => (cell.shard.count === 1 ? '' : new Date(cell.startedAtEpochMs).toISOString()), '; give every machine the same instant as --start-at'],
]

/**
 * Why these are not the parts of one cell: each thing in which a generator differs from the first, a shard or a name
 * that appears twice, rows that belong to another schedule.
 */
export function shardRefusals(generators: readonly ShardGenerator[]): string[] {
  const [first, ...others] = generators
  if (first === undefined) return ['there is nothing to merge']
  const refusals = alike.flatMap(([what, read, remedy = '']) => {
    const wanted = read(first)
    return others.filter((other) => read(other) !== wanted).map((other) => `${what} differs: ${wanted} in ${first.source}, ${read(other)} in ${other.source}${remedy}`)
  })
  const taken = new Map<string, string>()
  for (const { cell, source } of generators) {
    const { index, count } = cell.shard
    if (index >= count) refusals.push(`shard ${index}/${count} in ${source} does not exist`)
    for (const key of [`shard ${index}/${count}`, `generator ${cell.generator}`]) {
      const earlier = taken.get(key)
      if (earlier !== undefined) refusals.push(`${key} is in ${earlier} and in ${source}`)
      taken.set(key, source)
    }
  }
  for (const { header, cell, source } of generators) {
    if (header.ratePerSecond !== cell.ratePerSecond || header.arms.join() !== cell.arms.join()) refusals.push(`the rows of ${source} say ${header.ratePerSecond} per second for ${header.arms.join(', ')}, its report does not`)
  }
  return refusals
}

/** Shards of the schedule for which there is no generator. */
export function missingShards(generators: readonly ShardGenerator[]): string[] {
  const { count } = generators[0]!.cell.shard
  const present = new Set(generators.map(({ cell }) => cell.shard.index))
  return Array.from({ length: count }, (_, index) => index).filter((index) => !present.has(index)).map((index) => `${index}/${count}`)
}
