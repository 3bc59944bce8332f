import type { Panel } from './sheet.js'
import type { Scale } from './scale.js'
import { textWidth } from './text-width.js'
import type { Theme } from './theme.js'

export interface Tick {
  readonly value: number
  readonly label: string
}

export interface AxisOptions {
  readonly scale: Scale
  readonly ticks: readonly Tick[]
  readonly theme: Theme
  readonly title?: string
  readonly sizePx?: number
}

/** Extent of the plot the axis belongs to, along the other direction. */
export interface CrossExtent {
  readonly from: number
  readonly to: number
}

/** Vertical grid lines with labels below; a label that would touch the one before it is left out. */
export function xAxis(panel: Panel, { scale, ticks, theme, title, sizePx = 12 }: AxisOptions, { from: top, to: bottom }: CrossExtent): void {
  let freeFrom = -Infinity
  for (const { value, label } of ticks) {
    const x = scale.at(value)
    const half = textWidth(label, { sizePx }) / 2
    panel.path([{ x, y: top }, { x, y: bottom }], { stroke: theme.grid })
    if (x - half < Math.max(freeFrom, panel.box.x) || x + half > panel.box.x + panel.box.width) continue
    panel.text(x, bottom + 6 + sizePx, label, { anchor: 'middle', fill: theme.muted, sizePx })
    freeFrom = x + half + 5
  }
  const [low, high] = scale.domain.map((end) => scale.at(end)) as [number, number]
  panel.path([{ x: low, y: bottom }, { x: high, y: bottom }], { stroke: theme.axis })
  if (title !== undefined) panel.text((low + high) / 2, bottom + 2 * sizePx + 12, title, { anchor: 'middle', fill: theme.muted, sizePx })
}

/** Horizontal grid lines with labels at the left; a label that would touch the one below it is left out. */
export function yAxis(panel: Panel, { scale, ticks, theme, title, sizePx = 12 }: AxisOptions, { from: left, to: right }: CrossExtent): void {
  let freeBelow = Infinity
  for (const { value, label } of ticks) {
    const y = scale.at(value)
    panel.path([{ x: left, y }, { x: right, y }], { stroke: theme.grid })
    if (y + sizePx * 0.6 > freeBelow) continue
    panel.text(left - 8, y + sizePx * 0.35, label, { anchor: 'end', fill: theme.muted, sizePx })
    freeBelow = y - sizePx * 0.6
  }
  if (title !== undefined) panel.text(panel.box.x, scale.at(scale.domain[1]) - 14, title, { fill: theme.muted, sizePx })
}
