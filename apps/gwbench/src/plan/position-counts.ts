/**
 * How often each target stood at each position.
 *
 * @example positionCounts([[0, 1], [1, 0]], 2) // [[1, 1], [1, 1]], by target and position
 */
export function positionCounts(orders: readonly (readonly number[])[], targetCount: number): readonly (readonly number[])[] {
  const counts = Array.from({ length: targetCount }, () => new Array<number>(targetCount).fill(0))
  for (const order of orders) order.forEach((target, position) => (counts[target]![position]! += 1))
  return counts
}
