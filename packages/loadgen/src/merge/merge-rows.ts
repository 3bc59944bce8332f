import type { Row } from '@lat/rows'
import type { ShardGenerator } from './read-generator.js'

/** Rows of all generators in the order of the schedule, each with the name of its generator. Shards have no arrival in common. */
export function mergeRows(generators: readonly ShardGenerator[]): Row[] {
  return generators
    .flatMap(({ name, rows }) => (rows as readonly Row[]).map((row) => ({ ...row, generator: name })))
    .sort((a, b) => a.sequence - b.sequence)
}
