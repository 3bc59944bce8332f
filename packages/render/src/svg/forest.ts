import { xAxis } from './axis.js'
import type { Scale } from './scale.js'
import { linearScale, logScale } from './scale.js'
import type { Panel } from './sheet.js'
import { linearTicks, logTicks, tickLabel } from './ticks.js'
import type { ArmStyle, Theme } from './theme.js'

export interface ForestRow {
  /** Left column: only on the first row of a run of equal ones. */
  readonly group: string
  readonly name: string
  readonly style: ArmStyle
  readonly hollow: boolean
  /** `null` where there is no number; `text` then says why. */
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly text: string
}

export interface ForestBlock {
  readonly title: string
  readonly rows: readonly ForestRow[]
}

export interface ForestOptions {
  readonly blocks: readonly ForestBlock[]
  readonly theme: Theme
  readonly reference: { readonly value: number; readonly label: string }
  readonly plot: { readonly left: number; readonly right: number; readonly top: number }
  readonly axisTitle: (log: boolean) => string
}

const rowPx = 20
const titlePx = 28

/** Height of a forest, axis included. */
export function forestHeight(blocks: readonly ForestBlock[]): number {
  return blocks.reduce((sum, { rows }) => sum + titlePx + rows.length * rowPx, 0) + 62
}

/** One row per estimate: a marker on its interval, and the same in words at the right. */
export function forest(panel: Panel, { blocks, theme, reference, plot, axisTitle }: ForestOptions): void {
  const bottom = plot.top + forestHeight(blocks) - 62
  const { scale, log } = domainOf(blocks, reference.value, plot)
  const ticks = (log ? logTicks(scale.domain) : linearTicks(scale.domain, 7)).map((value) => ({ value, label: value > 0 ? `+${tickLabel(value)}` : tickLabel(value) }))
  xAxis(panel, { scale, ticks, theme, title: axisTitle(log) }, { from: plot.top, to: bottom })
  for (const { value, label } of [...(log ? [] : [{ value: 0, label: '' }]), reference]) {
    const x = scale.at(value)
    panel.path([{ x, y: plot.top }, { x, y: bottom }], { stroke: label === '' ? theme.axis : theme.reference, widthPx: 1.5, ...(label === '' ? {} : { dash: '6 5' }) })
    if (label !== '') panel.text(x, plot.top - 8, label, { anchor: 'middle', fill: theme.reference, weight: 600 })
  }

  let y = plot.top
  for (const { title, rows } of blocks) {
    panel.text(panel.box.x, y + 19, title, { sizePx: 13, weight: 600 })
    y += titlePx
    rows.forEach((row, index) => {
      const middle = y + rowPx / 2
      if (rows[index - 1]?.group !== row.group) panel.text(panel.box.x + 14, middle + 4, row.group)
      panel.text(plot.left - 14, middle + 4, row.name, { anchor: 'end', fill: row.style.text })
      panel.text(plot.right + 20, middle + 4, row.text, { fill: row.value === null ? theme.muted : theme.ink })
      if (row.value !== null) {
        const [low, high] = [scale.at(row.low ?? scale.domain[0]), scale.at(row.high ?? scale.domain[1])]
        panel.path([{ x: low, y: middle }, { x: high, y: middle }], { stroke: row.style.mark, widthPx: 2.5 })
        panel.marker(scale.at(row.value), middle, row.style.shape, { colour: row.style.mark, ...(row.hollow ? { hollow: theme.background } : {}) })
      }
      y += rowPx
    })
  }
}

/** Logarithmic while every end is positive, else linear and including zero. */
function domainOf(blocks: readonly ForestBlock[], reference: number, { left, right }: ForestOptions['plot']): { readonly scale: Scale; readonly log: boolean } {
  const drawn = blocks.flatMap(({ rows }) => rows.flatMap(({ value, low, high }) => (value === null ? [] : [value, low ?? value, high ?? value])))
  const [low, high] = [Math.min(...drawn, reference), Math.max(...drawn, reference)]
  const range = { from: left, to: right }
  if (low > 0) return { scale: logScale([low * 0.85, high * 1.18], range), log: true }
  const room = (high - low) * 0.05
  return { scale: linearScale([Math.min(0, low) - room, high + room], range), log: false }
}
