import { notFinite } from '../errors.js'
import { escapeXml } from '../text/escape-xml.js'

/** Attributes of one element; numbers are rounded to two decimals, `undefined` leaves the attribute out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/**
 * A coordinate as it stands in a file: at most two decimals, so that the last bit of a logarithm cannot change a byte.
 *
 * @throws {RenderInputError} when it is not finite
 */
export function coordinate(value: number): string {
  if (!Number.isFinite(value)) throw notFinite('A coordinate', value)
  const rounded = Math.round(value * 100) / 100
  return String(rounded === 0 ? 0 : rounded)
}

/** One SVG element. `children` are markup already. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? coordinate(value) : escapeXml(value!)}"`)
    .join('')
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`
}
