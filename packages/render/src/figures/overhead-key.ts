import type { Panel } from '../svg/sheet.js'
import { textWidth } from '../svg/text-width.js'
import type { Theme } from '../svg/theme.js'
import { marginPx } from './frame.js'

const sizePx = 12

/** Draws what solid, dotted and marker mean, on one line; returns its height. */
export function overheadKey(panel: Panel, { y, theme }: { readonly y: number; readonly theme: Theme }): number {
  const middle = y + 8
  let x = marginPx
  const say = (text: string) => {
    panel.text(x, middle + sizePx * 0.36, text, { sizePx, fill: theme.muted })
    x += textWidth(text, { sizePx }) + 26
  }
  panel.path([{ x, y: middle }, { x: x + 26, y: middle }], { stroke: theme.muted, widthPx: 2 })
  x += 34
  say('duration: connection acquired to last byte')
  panel.path([{ x, y: middle }, { x: x + 26, y: middle }], { stroke: theme.muted, widthPx: 1.6, dash: '0.1 3.4' })
  x += 34
  say('time to first byte (streaming: to first event)')
  panel.path([{ x, y: middle }, { x: x + 26, y: middle }], { stroke: theme.muted, widthPx: 2 })
  panel.marker(x + 13, middle, 'circle', { colour: theme.muted })
  x += 34
  say('group quantile, 95 % withinCells interval')
  return 24
}
