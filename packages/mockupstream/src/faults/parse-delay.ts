const UNITS_NS: Readonly<Record<string, number>> = { us: 1000, ms: 1_000_000, s: 1_000_000_000 }
const MAX_NS = 600_000_000_000

/** Delay in nanoseconds, given a draw in [0, 1) for each choice it has to make. */
export type DelayDistribution = (draw: () => number) => number

interface Component {
  readonly lowNs: number
  readonly highNs: number
  readonly weight: number
}

/**
 * Reads a delay, `50ms`, a uniform one, `10ms..20ms`, or a weighted choice of these, `20ms@0.95|500ms@0.05`.
 *
 * @returns the distribution, or why the text is none
 * @example
 * const tail = parseDelay('20ms@0.95|500ms@0.05')
 * typeof tail === 'string' ? tail : tail(() => 0.97) // 500000000
 */
export function parseDelay(text: string): DelayDistribution | string {
  const components: Component[] = []
  for (const part of text.split('|')) {
    const component = parseComponent(part, text.includes('|'))
    if (typeof component === 'string') return component
    components.push(component)
  }
  const total = components.reduce((sum, { weight }) => sum + weight, 0)
  if (Math.abs(total - 1) > 1e-9) return `the weights of "${text}" add up to ${total}, not 1`
  return (draw) => {
    const chosen = components.length === 1 ? components[0]! : choose(components, draw())
    return chosen.lowNs === chosen.highNs ? chosen.lowNs : Math.round(chosen.lowNs + draw() * (chosen.highNs - chosen.lowNs))
  }
}

function choose(components: readonly Component[], point: number): Component {
  let reached = 0
  for (const component of components) {
    reached += component.weight
    if (point < reached) return component
  }
  return components.at(-1)!
}

function parseComponent(text: string, weighted: boolean): Component | string {
  const [range = '', weightText, ...more] = text.split('@')
  if (more.length > 0 || weighted !== (weightText !== undefined)) return `"${text}" is not DELAY or, in a choice, DELAY@WEIGHT`
  const weight = weightText === undefined ? 1 : /^[01]?(\.\d{1,6})?$/.test(weightText) && weightText !== '' ? Number(weightText) : Number.NaN
  if (!(weight > 0 && weight <= 1)) return `the weight "${weightText}" is not above 0 and at most 1`
  const [low = '', high = low, ...rest] = range.split('..')
  const lowNs = parseDurationNs(low)
  const highNs = parseDurationNs(high)
  if (lowNs === null || highNs === null || rest.length > 0) return `"${range}" is not a duration such as 500us, 20ms or 1.5s, or a range such as 10ms..20ms`
  if (highNs < lowNs) return `the range "${range}" is the wrong way round`
  return { lowNs, highNs, weight }
}

/** Nanoseconds of `500us`, `20ms`, `1.5s`; at most ten minutes. */
export function parseDurationNs(text: string): number | null {
  const parts = /^(\d{1,9}(?:\.\d{1,6})?)(us|ms|s)$/.exec(text)
  if (parts === null) return null
  const ns = Math.round(Number(parts[1]) * UNITS_NS[parts[2]!]!)
  return ns <= MAX_NS ? ns : null
}
