import { markers } from '../errors.js'

/**
 * A document with the text between `<!-- name:begin -->` and `<!-- name:end -->` replaced; everything else keeps its bytes.
 *
 * @throws {RenderInputError} unless each marker stands exactly once, begin before end
 * @example replaceBetweenMarkers('<!-- r:begin -->old<!-- r:end -->', 'r', 'new') // '<!-- r:begin -->\nnew\n<!-- r:end -->'
 */
export function replaceBetweenMarkers(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  for (const marker of [begin, end]) {
    const count = document.split(marker).length - 1
    if (count !== 1) throw markers(name, count === 0 ? `has no "${marker}"` : `has "${marker}" ${count} times`)
  }
  const [from, to] = [document.indexOf(begin) + begin.length, document.indexOf(end)]
  if (to < from) throw markers(name, 'ends before it begins')
  return `${document.slice(0, from)}\n${text.trim()}\n${document.slice(to)}`
}
