/**
 * Moves label positions apart until neighbours are `gapPx` from each other, keeping their order and as near to where
 * they belong as that allows, inside [lowPx, highPx]. Ties keep the order they came in.
 */
export function spreadLabels(wantedPx: readonly number[], { gapPx, lowPx, highPx }: { readonly gapPx: number; readonly lowPx: number; readonly highPx: number }): readonly number[] {
  const order = wantedPx.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at || a.index - b.index)

  // Labels that touch become one block around the mean of their wishes; blocks that then touch merge.
  const blocks: { first: number; sum: number; count: number }[] = []
  const startOf = ({ sum, count }: { sum: number; count: number }) => {
    const height = (count - 1) * gapPx
    return Math.max(lowPx, Math.min(highPx - height, sum / count - height / 2))
  }
  order.forEach(({ at }, position) => {
    blocks.push({ first: position, sum: at, count: 1 })
    while (blocks.length > 1) {
      const [before, last] = [blocks.at(-2)!, blocks.at(-1)!]
      if (startOf(before) + before.count * gapPx <= startOf(last)) break
      blocks.splice(-2, 2, { first: before.first, sum: before.sum + last.sum, count: before.count + last.count })
    }
  })

  const placed: number[] = []
  for (const block of blocks) for (let step = 0; step < block.count; step += 1) placed[order[block.first + step]!.index] = startOf(block) + step * gapPx
  return placed
}
