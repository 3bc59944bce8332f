import { textWidth } from './text-width.js'
import type { FontWeight } from './text-width.js'

/** Text cut with an ellipsis where it would be wider than `widthPx`. */
export function shortenText(text: string, { widthPx, sizePx, weight = 400 }: { readonly widthPx: number; readonly sizePx: number; readonly weight?: FontWeight }): string {
  if (textWidth(text, { sizePx, weight }) <= widthPx) return text
  let cut = [...text]
  while (cut.length > 1 && textWidth(`${cut.join('')}…`, { sizePx, weight }) > widthPx) cut = cut.slice(0, -1)
  return `${cut.join('').trimEnd()}…`
}
