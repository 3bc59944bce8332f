import { ln } from '@lat/estimators/elementary'
import { logDomain, notFinite } from '../errors.js'

/** A value of the data as a coordinate. `domain` is the data shown, low end first. */
export interface Scale {
  readonly domain: readonly [low: number, high: number]
  at(value: number): number
}

export interface ScaleRange {
  /** Coordinate of the low end of the domain. */
  readonly from: number
  /** Coordinate of its high end. */
  readonly to: number
}

function through(transform: (value: number) => number, domain: readonly [number, number], { from, to }: ScaleRange): Scale {
  const low = transform(domain[0])
  const span = transform(domain[1]) - low
  return { domain, at: (value) => from + ((transform(value) - low) / span) * (to - from) }
}

function checked(domain: readonly [number, number]): readonly [number, number] {
  for (const end of domain) if (!Number.isFinite(end)) throw notFinite('An end of an axis', end)
  return domain
}

/**
 * A linear axis. A domain of one value is widened around it, so that it still has ticks.
 *
 * @throws {RenderInputError} when an end is not finite
 */
export function linearScale(domain: readonly [number, number], range: ScaleRange): Scale {
  const [low, high] = checked(domain)
  const room = high > low ? 0 : Math.abs(low) * 0.1 || 1
  return through((value) => value, [low - room, high + room], range)
}

/**
 * A logarithmic axis. A domain of one value is widened to a factor of two on either side.
 *
 * @throws {RenderInputError} when an end is zero, negative or not finite
 */
export function logScale(domain: readonly [number, number], range: ScaleRange): Scale {
  const [low, high] = checked(domain)
  if (low <= 0) throw logDomain(low)
  return through(ln, high > low ? [low, high] : [low / 2, low * 2], range)
}

/**
 * A probability axis that gives the tails the same room as the body: ln(p / (1 - p)).
 *
 * @throws {RenderInputError} when an end is not inside (0, 1)
 */
export function logitScale(domain: readonly [number, number], range: ScaleRange): Scale {
  const [low, high] = checked(domain)
  if (low <= 0 || high >= 1) throw logDomain(low <= 0 ? low : 1 - high)
  return through((p) => ln(p / (1 - p)), domain, range)
}
