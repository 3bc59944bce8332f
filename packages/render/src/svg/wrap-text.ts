import { shortenText } from './shorten-text.js'
import { textWidth } from './text-width.js'

/** Breaks text at spaces into lines no wider than `widthPx`; a single word that is wider ends in an ellipsis. */
export function wrapText(text: string, { widthPx, sizePx }: { readonly widthPx: number; readonly sizePx: number }): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)!} ${word}`
    if (lines.length > 0 && textWidth(longer, { sizePx }) <= widthPx) lines[lines.length - 1] = longer
    else lines.push(shortenText(word, { widthPx, sizePx }))
  }
  return lines
}
