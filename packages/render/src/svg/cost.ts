import { shortenText } from './shorten-text.js'
import type { Panel, Point } from './sheet.js'
import { textWidth } from './text-width.js'
import type { Theme } from './theme.js'

export interface CostPart {
  readonly name: string
  readonly ns: number
  /** Text of the value, such as `354 µs`. */
  readonly value: string
}

export interface CostBarOptions {
  readonly y: number
  readonly heightPx: number
  readonly left: number
  /** Pixels per nanosecond. */
  readonly scale: number
  readonly parts: readonly CostPart[]
  readonly colours: readonly string[]
  /** Hatched remainder after the parts, in ns; none when zero or less. */
  readonly restNs: number
  readonly theme: Theme
}

/** One stacked bar: the parts side by side, then the rest that no part explains, hatched. */
export function costBar(panel: Panel, { y, heightPx, left, scale, parts, colours, restNs, theme }: CostBarOptions): void {
  let x = left
  parts.forEach(({ ns }, index) => {
    panel.rect({ x, y, width: ns * scale, height: heightPx }, { fill: colours[index % colours.length]!, stroke: theme.background })
    x += ns * scale
  })
  if (restNs > 0) hatch(panel, { x, y, width: restNs * scale, height: heightPx }, theme.muted)
}

/** A swatch with the name and value of each part, one per line; returns the height used. */
export function costList(panel: Panel, { x, y, widthPx, parts, colours, theme, restValue }: { readonly x: number; readonly y: number; readonly widthPx: number; readonly parts: readonly CostPart[]; readonly colours: readonly string[]; readonly theme: Theme; readonly restValue: string | null }): number {
  const line = (index: number, name: string, value: string) => {
    const baseline = y + 11 + index * 17
    panel.text(x + widthPx, baseline, value, { sizePx: 12, anchor: 'end' })
    panel.text(x + 16, baseline, shortenText(name, { widthPx: widthPx - 24 - textWidth(value, { sizePx: 12 }), sizePx: 12 }), { sizePx: 12, fill: theme.muted })
  }
  parts.forEach(({ name, value }, index) => {
    panel.rect({ x, y: y + 1 + index * 17, width: 10, height: 10 }, { fill: colours[index % colours.length]!, radiusPx: 2 })
    line(index, name, value)
  })
  if (restValue !== null) {
    hatch(panel, { x, y: y + 1 + parts.length * 17, width: 10, height: 10 }, theme.muted)
    line(parts.length, 'unattributed', restValue)
  }
  return (parts.length + (restValue === null ? 0 : 1)) * 17
}

/** Diagonal lines, each cut at the edges of the box, inside an outline. */
export function hatch(panel: Panel, { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }, stroke: string): void {
  for (let offset = 5; offset < width + height; offset += 5) {
    const start: Point = offset <= height ? { x, y: y + offset } : { x: x + offset - height, y: y + height }
    const end: Point = offset <= width ? { x: x + offset, y } : { x: x + width, y: y + offset - width }
    panel.path([start, end], { stroke, widthPx: 1.1 })
  }
  panel.rect({ x, y, width, height }, { fill: 'none', stroke })
}
