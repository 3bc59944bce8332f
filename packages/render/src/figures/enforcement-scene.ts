import type { Analysis } from '@lat/rows'
import { createSheet } from '../svg/sheet.js'
import type { Panel, Scene } from '../svg/sheet.js'
import { textWidth } from '../svg/text-width.js'
import { themes } from '../svg/theme.js'
import type { Theme } from '../svg/theme.js'
import { formatCount } from '../text/format-count.js'
import { formatNs } from '../text/format-ns.js'
import { enforcementCosts, hasParts } from './enforcement-costs.js'
import { enforcementCurve } from './enforcement-curve.js'
import { enforcementData } from './enforcement-data.js'
import { captionOf, figureTitle, footer, footerHeight, header, marginPx } from './frame.js'
import type { FigureOptions } from './source.js'

const widthPx = 1000
const splitPx = 500
const minPlotHeightPx = 340

/** The enforcement figure before it becomes text; tests look for clipped and covered marks in it. */
export function enforcementScene(analysis: Analysis, { theme: themeName, source }: FigureOptions): Scene {
  const theme = themes[themeName]
  const points = enforcementData(analysis)
  const title = 'What enforcement costs, by prompt size'
  const parts = hasParts(points)
  const leftWidthPx = parts ? splitPx : widthPx - marginPx
  const caption = captionOf(analysis, `P50 duration through ${analysis.run.subject}, enforce − passthrough, subtracted inside each repetition; median over repetitions.${parts ? '' : ' This run has no micro-benchmark of its own, so what the shift is made of is unknown.'}`)

  // Drawn once to learn how tall the costs are, then again beside a plot of that height.
  const draw = (plotHeightPx: number) => {
    const sheet = createSheet(theme)
    const top = header(sheet.panel('header', { x: 0, y: 0, width: widthPx, height: 400 }), analysis, { title, caption, theme }) + 12
    const left = sheet.panel('paired shift', { x: marginPx, y: top, width: leftWidthPx - marginPx, height: 74 + plotHeightPx + 82 })
    left.text(marginPx, top + 14, 'Paired P50 shift', { sizePx: 15, weight: 600 })
    key(left, top + 34, points.some(({ shift }) => shift.acrossRepetitionsT !== null), theme)
    enforcementCurve(left, { points, plot: { left: marginPx + 48, right: leftWidthPx - 4, top: top + 74, bottom: top + 74 + plotHeightPx }, theme, marks: sheet.marks })

    if (!parts) return { sheet, top, costHeight: 0 }
    const rightX = splitPx + 40
    const heading = sheet.panel('cost heading', { x: rightX, y: top, width: widthPx - marginPx - rightX, height: 62 })
    heading.text(rightX, top + 14, 'What the shift is made of', { sizePx: 15, weight: 600 })
    heading.text(rightX, top + 36, "Medians of this run's own micro-benchmark. Each bar has its own scale;", { fill: theme.muted })
    heading.text(rightX, top + 52, 'the tick marks the whole shift.', { fill: theme.muted })
    const costs = sheet.panel('costs', { x: rightX, y: top + 70, width: widthPx - marginPx - rightX, height: 4000 })
    const costHeight = enforcementCosts(costs, points, theme)
    return { sheet, top, costHeight }
  }

  const plotHeightPx = Math.max(minPlotHeightPx, draw(minPlotHeightPx).costHeight - 86)
  const { sheet, top } = draw(plotHeightPx)
  const bottom = top + 74 + plotHeightPx + 92
  const height = bottom + footerHeight(analysis, source, widthPx)
  footer(sheet.panel('footer', { x: 0, y: bottom, width: widthPx, height: height - bottom }), analysis, { source, theme })
  const values = points.map(({ shift, shiftNs }) => `${shift.payloadBytes} B at ${formatCount(shift.ratePerSecond)}/s: ${formatNs(shiftNs, { unit: 'us', signed: true, withUnit: true })}${shift.spreadNs === null ? ', ONE REPETITION' : ''}`)
  return { width: widthPx, height, theme, title: figureTitle(analysis, title), description: [caption, ...values].join(' · '), marks: sheet.marks }
}

function key(panel: Panel, y: number, acrossRepetitions: boolean, theme: Theme): void {
  const { mark } = theme.arms.enforce
  let x = panel.box.x
  const say = (glyphPx: number, text: string) => {
    panel.text(x + glyphPx, y + 4, text, { fill: theme.muted })
    x += glyphPx + textWidth(text, { sizePx: 12 }) + 18
  }
  panel.marker(x + 7, y, 'triangle', { colour: mark, radiusPx: 6 })
  say(19, 'median')
  panel.marker(x + 4, y, 'circle', { colour: mark, hollow: theme.background, radiusPx: 3 })
  say(13, 'one repetition')
  panel.path([{ x: x + 3, y: y - 7 }, { x: x + 3, y: y + 7 }], { stroke: mark, widthPx: 6, opacity: 0.4 })
  say(13, 'withinCells')
  if (!acrossRepetitions) return
  panel.path([{ x: x + 4, y: y - 7 }, { x: x + 4, y: y + 7 }], { stroke: mark, widthPx: 1.5 })
  for (const end of [y - 7, y + 7]) panel.path([{ x, y: end }, { x: x + 8, y: end }], { stroke: mark, widthPx: 1.5 })
  say(14, 'acrossRepetitions, t')
}
