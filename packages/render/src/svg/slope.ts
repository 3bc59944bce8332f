import { yAxis } from './axis.js'
import { linearScale } from './scale.js'
import type { Panel } from './sheet.js'
import { spreadLabels } from './spread-labels.js'
import { linearTicks, tickLabel } from './ticks.js'
import type { ArmStyle, Theme } from './theme.js'

export interface SlopeLine {
  readonly from: number
  readonly to: number
  /** Stands at the right end of the line. */
  readonly label: string
  /** Drawn faint: shown, but not counted. */
  readonly faint: boolean
}

export interface SlopeOptions {
  readonly lines: readonly SlopeLine[]
  readonly ends: readonly [from: { readonly name: string; readonly style: ArmStyle }, to: { readonly name: string; readonly style: ArmStyle }]
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  readonly theme: Theme
}

/** One line per pair from its baseline reading to its treatment reading, on a scale from the data. */
export function slope(panel: Panel, { lines, ends, plot, theme }: SlopeOptions): void {
  const values = lines.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low || Math.abs(high) || 1) * 0.12
  const scale = linearScale([low - room, high + room], { from: plot.bottom, to: plot.top })
  yAxis(panel, { scale, theme, ticks: linearTicks(scale.domain, 5).map((value) => ({ value, label: tickLabel(value) })) }, { from: plot.left, to: plot.right })

  const [x0, x1] = [plot.left + 40, plot.right - 10]
  ends.forEach(({ name, style }, index) => panel.text(index === 0 ? x0 : x1, plot.bottom + 20, name, { anchor: 'middle', fill: style.text, weight: 600 }))
  for (const { from, to, faint } of lines) panel.path([{ x: x0, y: scale.at(from) }, { x: x1, y: scale.at(to) }], { stroke: faint ? theme.axis : theme.muted, widthPx: 1.25, ...(faint ? { dash: '4 4' } : {}), kind: 'curve' })
  for (const { from, to, faint } of lines) {
    for (const [x, value, { style }] of [[x0, from, ends[0]], [x1, to, ends[1]]] as const) panel.marker(x, scale.at(value), style.shape, { colour: faint ? theme.axis : style.mark, ...(faint ? { hollow: theme.background } : {}) })
  }

  const places = spreadLabels(lines.map(({ to }) => scale.at(to)), { gapPx: 16, lowPx: plot.top + 6, highPx: plot.bottom - 6 })
  lines.forEach(({ to, label, faint }, index) => {
    panel.path([{ x: x1 + 7, y: scale.at(to) }, { x: x1 + 18, y: places[index]! }], { stroke: theme.axis })
    panel.text(x1 + 22, places[index]! + 4, label, { fill: faint ? theme.muted : theme.ink })
  })
}
