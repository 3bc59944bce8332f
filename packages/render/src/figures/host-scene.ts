import type { Analysis } from '@lat/rows'
import { noRows } from '../errors.js'
import { createSheet } from '../svg/sheet.js'
import type { Scene } from '../svg/sheet.js'
import { themes } from '../svg/theme.js'
import { timeline } from '../svg/timeline.js'
import type { TimelinePoint } from '../svg/timeline.js'
import { formatCount } from '../text/format-count.js'
import { formatNs } from '../text/format-ns.js'
import { captionOf, figureTitle, footer, footerHeight, header, marginPx } from './frame.js'
import type { FigureOptions } from './source.js'

const widthPx = 1000
const mostNamed = 6

/** The host figure before it becomes text; tests look for clipped and covered marks in it. */
export function hostScene(analysis: Analysis, { theme: themeName, source }: FigureOptions): Scene {
  const theme = themes[themeName]
  const orderOf = new Map(analysis.cells.map(({ name, order }) => [name, order]))
  const readings = analysis.readings.map(({ cell, phase, idlePercent, belowFloor }) => ({ at: (orderOf.get(cell) ?? 0) + (phase === 'before' ? -0.25 : 0.25), cell, phase, idlePercent, belowFloor }))
  const idle = readings.flatMap(({ at, cell, phase, idlePercent, belowFloor }): readonly TimelinePoint[] => (idlePercent === null ? [] : [{ at, value: idlePercent, remark: belowFloor ? `${phase} ${cell}: ${idlePercent.toFixed(0)} %` : null }])).sort((a, b) => a.at - b.at)
  if (idle.length === 0) throw noRows('The host figure')
  const dips = idle.filter(({ remark }) => remark !== null).length
  const canaries = analysis.cells.flatMap(({ canary, order, duration: { p50Ns } }): readonly TimelinePoint[] => (canary === null || p50Ns === null ? [] : [{ at: order, value: p50Ns / 1_000_000, remark: `${canary}: ${formatNs(p50Ns, { unit: 'ms', withUnit: true })}` }])).sort((a, b) => a.at - b.at)
  const canaryCell = analysis.cells.find(({ canary }) => canary !== null)
  const unreadable = analysis.readings.filter(({ idlePercent }) => idlePercent === null).length

  const title = 'The host during the run'
  const caption = captionOf(analysis, `CPU idle before and after each of ${analysis.cells.length} cells, in run order. ${dips === 0 ? 'No reading fell below the floor.' : `${dips} below the floor.`}${unreadable === 0 ? '' : ` ${unreadable} unreadable.`}`)
  const sheet = createSheet(theme)
  const top = header(sheet.panel('header', { x: 0, y: 0, width: widthPx, height: 400 }), analysis, { title, caption, theme }) + 40
  const [idlePx, canaryPx] = [190, canaries.length === 0 ? 0 : 96]
  const plot = { left: marginPx + 44, right: widthPx - marginPx }
  const span = [0.5, Math.max(2, analysis.cells.length) + 0.5] as const
  const bottom = top + idlePx + (canaryPx === 0 ? 0 : canaryPx + 52) + 44
  const panel = sheet.panel('host', { x: marginPx, y: top - 28, width: widthPx - 2 * marginPx, height: bottom - top + 28 })
  const named = dips <= mostNamed ? idle : idle.map((point) => (point.remark === null ? point : { ...point, remark: `${point.value.toFixed(0)} %` }))
  timeline(panel, { title: 'CPU idle, %', points: named, span, include: [100], colour: theme.arms.passthrough.mark, remarkColour: theme.reference, plot: { ...plot, top, bottom: top + idlePx }, theme, marks: sheet.marks })
  if (canaryPx > 0) {
    const rate = canaryCell === undefined ? '' : `, ${canaryCell.payloadBytes} B at ${formatCount(canaryCell.ratePerSecond)}/s`
    timeline(panel, { title: `canary P50, direct${rate}, ms`, points: canaries, span, colour: theme.arms.direct.mark, remarkColour: theme.ink, plot: { ...plot, top: top + idlePx + 52, bottom: top + idlePx + 52 + canaryPx }, theme, marks: sheet.marks })
  }
  panel.text(plot.left, bottom - 14, 'first cell', { fill: theme.muted })
  panel.text(plot.right, bottom - 14, 'last cell', { fill: theme.muted, anchor: 'end' })

  const height = bottom + footerHeight(analysis, source, widthPx)
  footer(sheet.panel('footer', { x: 0, y: bottom, width: widthPx, height: height - bottom }), analysis, { source, theme })
  return { width: widthPx, height, theme, title: figureTitle(analysis, title), description: caption, marks: sheet.marks }
}
