import { rng, seedKey } from '@lat/estimators/rng'

/**
 * The order in which each round visits its targets: random, and balanced in blocks.
 *
 * Every block of `targetCount` rounds is a Latin square with rows, columns and names shuffled afresh, so each
 * target stands at each position once per block, and how often it stood there never differs by more than 1.
 *
 * @returns for every round the target indices in the order of their turn
 * @throws {EstimatorInputError} on an empty seed
 * @example planRounds({ targetCount: 3, rounds: 5, seed: 'demo' })[0]!.length // 3
 */
export function planRounds({ targetCount, rounds, seed }: { readonly targetCount: number; readonly rounds: number; readonly seed: string }): readonly (readonly number[])[] {
  const { shuffle } = rng(seedKey('gwbench-order', targetCount, seed))
  const indices = Array.from({ length: targetCount }, (_, index) => index)
  const orders: (readonly number[])[] = []
  while (orders.length < rounds) {
    const [rows, columns, names] = [shuffle(indices), shuffle(indices), shuffle(indices)]
    for (const row of rows) orders.push(columns.map((column) => names[(row + column) % targetCount]!))
  }
  return orders.slice(0, rounds)
}
