import { yAxis } from './axis.js'
import { dense } from './dense.js'
import { placeText } from './place-text.js'
import type { Candidate } from './place-text.js'
import { linearScale } from './scale.js'
import type { Mark, Panel } from './sheet.js'
import { textWidth } from './text-width.js'
import { linearTicks, tickLabel } from './ticks.js'
import type { Theme } from './theme.js'

export interface TimelinePoint {
  readonly at: number
  readonly value: number
  /** Named and ringed. */
  readonly remark: string | null
}

export interface TimelineOptions {
  readonly title: string
  readonly points: readonly TimelinePoint[]
  /** First and last instant, in the unit of `at`. */
  readonly span: readonly [number, number]
  /** Ends the axis must reach whatever the data. */
  readonly include?: readonly number[]
  readonly colour: string
  /** Of rings and remarks. */
  readonly remarkColour: string
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  readonly theme: Theme
  readonly marks: readonly Mark[]
}

/** One quantity in the order of the run: small dots joined by a line, those with a remark ringed and named. */
export function timeline(panel: Panel, { title, points, span, include = [], colour, remarkColour, plot, theme, marks }: TimelineOptions): void {
  const x = linearScale(span, { from: plot.left + 10, to: plot.right - 10 })
  const values = [...points.map(({ value }) => value), ...include]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low || Math.abs(high) || 1) * 0.12
  const y = linearScale([low - room, high + room], { from: plot.bottom, to: plot.top })
  panel.text(plot.left, plot.top - 12, title, { sizePx: 13, weight: 600 })
  yAxis(panel, { scale: y, theme, ticks: linearTicks(y.domain, 4).map((value) => ({ value, label: tickLabel(value) })) }, { from: plot.left, to: plot.right })

  const drawn = points.map((point) => ({ ...point, x: x.at(point.at), y: y.at(point.value) }))
  panel.path(dense(drawn), { stroke: colour, widthPx: 1.5, kind: 'curve' })
  for (const point of drawn) {
    if (point.remark === null) panel.rect({ x: point.x - 2, y: point.y - 2, width: 4, height: 4 }, { fill: colour, radiusPx: 2 })
    else panel.marker(point.x, point.y, 'circle', { colour: remarkColour, hollow: theme.background, radiusPx: 5 })
  }
  for (const { x: cx, y: cy, remark } of drawn) {
    if (remark === null) continue
    const candidates = [0, 14, 28, 42].flatMap((away): readonly Candidate[] => [
      { x: cx + 12, y: cy + 4 + away, anchor: 'start' },
      { x: cx - 12, y: cy + 4 + away, anchor: 'end' },
      { x: cx + 12, y: cy + 4 - away, anchor: 'start' },
      { x: cx - 12, y: cy + 4 - away, anchor: 'end' },
    ])
    const within = { x: plot.left, y: plot.top - 8, width: plot.right - plot.left, height: plot.bottom - plot.top + 16 }
    const place = placeText(candidates, { widthPx: textWidth(remark, { sizePx: 12 }), abovePx: 10, belowPx: 3, within, marks })
    panel.text(place.x, place.y, remark, { fill: remarkColour, anchor: place.anchor })
  }
}
