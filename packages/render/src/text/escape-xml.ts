import { printable } from './printable.js'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Text as it may stand inside SVG and HTML, in element content and in attributes.
 *
 * @example escapeXml('<script>') // '&lt;script&gt;'
 */
export function escapeXml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => entities[character]!)
}
