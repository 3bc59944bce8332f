import { reversedInterval } from '../errors.js'
import type { AnalysisInterval } from '@lat/rows'
import { formatNs } from './format-ns.js'
import { percent } from './percent.js'

/**
 * An interval with its true confidence level; an end nobody could bound says so.
 *
 * @throws {RenderInputError} when the low end lies above the high end
 * @example formatInterval(interval, 'us') // '[+495, +502] 95%'
 */
export function formatInterval({ lowNs, highNs, level }: Pick<AnalysisInterval, 'lowNs' | 'highNs' | 'level'>, unit: 'ms' | 'us', typeset = false): string {
  if (lowNs !== null && highNs !== null && lowNs > highNs) throw reversedInterval(lowNs, highNs)
  const end = (ns: number | null) => (ns === null ? 'unbounded' : formatNs(ns, { unit, signed: true, typeset }))
  return `[${end(lowNs)}, ${end(highNs)}] ${percent(level)}${typeset ? ' ' : ''}%`
}
