import { notFinite } from '../errors.js'

/**
 * A number with thousands separators, at most two decimals, the same in every locale.
 *
 * @throws {RenderInputError} when the value is not finite
 * @example formatCount(30_001) // '30,001'
 */
export function formatCount(value: number): string {
  if (!Number.isFinite(value)) throw notFinite('A count', value)
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(2).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = fraction.replace(/0+$/, '')
  return `${value < 0 ? '-' : ''}${grouped}${decimals === '' ? '' : `.${decimals}`}`
}
