import { notFinite } from '../errors.js'

export interface FormatNsOptions {
  /** `ms` shows three decimals; `us` none from 10 us upward and one below. */
  readonly unit: 'ms' | 'us'
  /** Put a plus before positive values, as every shift has. Default false. */
  readonly signed?: boolean
  /** Append the unit. Default false. */
  readonly withUnit?: boolean
  /** Typeset: a real minus and the micro sign. Plain ASCII otherwise, so that a printed line can be searched. Default false. */
  readonly typeset?: boolean
}

const maxDecimals = 15

/**
 * Nanoseconds as a reader sees them. The only place where a time becomes text.
 *
 * A value that is not zero never prints as zero: it gets as many decimals as its first digit needs.
 *
 * @throws {RenderInputError} when the value is not finite
 * @example formatNs(-498_123, { unit: 'us', signed: true, withUnit: true }) // '-498 us'
 */
export function formatNs(ns: number, { unit, signed = false, withUnit = false, typeset = false }: FormatNsOptions): string {
  if (!Number.isFinite(ns)) throw notFinite('A time', ns)

  const absolute = Math.abs(ns) / (unit === 'ms' ? 1_000_000 : 1_000)
  let decimals = unit === 'ms' ? 3 : absolute < 9.95 ? 1 : 0
  while (absolute > 0 && decimals < maxDecimals && Number(absolute.toFixed(decimals)) === 0) decimals += 1

  const digits = absolute.toFixed(decimals)
  const sign = Number(digits) === 0 ? '' : ns < 0 ? (typeset ? '−' : '-') : signed ? '+' : ''
  const name = unit === 'ms' ? 'ms' : typeset ? 'µs' : 'us'
  return `${sign}${digits}${withUnit ? ` ${name}` : ''}`
}
