/** Price of a family of models, in micro-dollars for a million tokens. */
interface Price {
  readonly prefix: string
  readonly input: number
  readonly output: number
}

// List prices. The measurement needs the arithmetic, not today's price.
const prices: readonly Price[] = [
  { prefix: 'gpt-4o-mini', input: 150_000, output: 600_000 },
  { prefix: 'gpt-4o', input: 2_500_000, output: 10_000_000 },
  { prefix: 'gpt-4.1-nano', input: 100_000, output: 400_000 },
  { prefix: 'gpt-4.1-mini', input: 400_000, output: 1_600_000 },
  { prefix: 'gpt-4.1', input: 2_000_000, output: 8_000_000 },
  { prefix: 'o4-mini', input: 1_100_000, output: 4_400_000 },
  { prefix: 'claude-3-5-haiku', input: 800_000, output: 4_000_000 },
  { prefix: 'claude-3-haiku', input: 250_000, output: 1_250_000 },
  { prefix: 'claude-sonnet', input: 3_000_000, output: 15_000_000 },
  { prefix: 'claude-opus', input: 15_000_000, output: 75_000_000 },
  { prefix: 'claude', input: 3_000_000, output: 15_000_000 },
]

/** A model nobody priced costs the most any model does, so that a budget errs on the safe side. */
const unknown: Price = {
  prefix: '',
  input: Math.max(...prices.map(({ input }) => input)),
  output: Math.max(...prices.map(({ output }) => output)),
}

function priceOf(model: string): Price {
  let found = unknown
  for (const price of prices) {
    if (price.prefix.length > found.prefix.length && model.startsWith(price.prefix)) found = price
  }
  return found
}

const million = 1_000_000

/** Whole millions apart from the rest: the product stays exact far beyond any real request. */
const partCost = (tokens: number, perMillion: number) =>
  Math.floor(tokens / million) * perMillion + Math.ceil(((tokens % million) * perMillion) / million)

/**
 * Cost in whole micro-dollars, input and output each rounded up, priced by the longest known prefix.
 *
 * @example costMicroDollars('gpt-4o-mini-2024-07-18', 737, 16) // 121
 */
export function costMicroDollars(model: string, inputTokens: number, outputTokens: number): number {
  const { input, output } = priceOf(model)
  return partCost(inputTokens, input) + partCost(outputTokens, output)
}
