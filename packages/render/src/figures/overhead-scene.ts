import type { Analysis, Curve } from '@lat/rows'
import { noRows } from '../errors.js'
import { groups } from '../model/groups.js'
import type { Group } from '../model/groups.js'
import { ecdf, probabilityDomain } from '../svg/ecdf.js'
import { createSheet } from '../svg/sheet.js'
import type { Panel, Scene } from '../svg/sheet.js'
import { themes } from '../svg/theme.js'
import type { Theme } from '../svg/theme.js'
import { wrapText } from '../svg/wrap-text.js'
import { formatCount } from '../text/format-count.js'
import { formatNs } from '../text/format-ns.js'
import { promptLabel } from '../text/prompt-label.js'
import { captionOf, figureTitle, footer, footerHeight, header, marginPx } from './frame.js'
import { overheadKey } from './overhead-key.js'
import type { FigureOptions } from './source.js'

const widthPx = 1000
const gapPx = 36
const plotHeightPx = 280
const axisWidthPx = 50
const panelHeightPx = 54 + plotHeightPx + 92

interface PanelData {
  readonly title: string
  readonly groups: readonly Group[]
  readonly curves: readonly Curve[]
}

const shortNames = { direct: 'direct', passthrough: 'passthrough', enforce: 'enforce', controla: 'control a', controlb: 'control b' } as const

/** The overhead figure before it becomes text; tests look for clipped and covered marks in it. */
export function overheadScene(analysis: Analysis, { theme: themeName, source }: FigureOptions): Scene {
  const theme = themes[themeName]
  const panels = panelData(analysis)
  const columns = panels.length === 1 ? 1 : 2
  const panelWidth = (widthPx - 2 * marginPx - (columns - 1) * gapPx) / columns
  const base = domain(panels.flatMap(({ curves }) => curves))
  const title = `Latency through ${analysis.run.subject} and direct, by prompt size`
  const caption = captionOf(analysis, 'Share of requests at or below each latency (empirical CDF, one cell per arm); log latency against logit share.')

  // Labels that find no room get it at the slow end of the axis, which all panels share.
  for (let widening = 1; ; widening *= 1.25) {
    const sheet = createSheet(theme)
    const head = sheet.panel('header', { x: 0, y: 0, width: widthPx, height: 400 })
    const keyTop = header(head, analysis, { title, caption, theme })
    const top = keyTop + overheadKey(head, { y: keyTop + 8, theme }) + 20
    const domainMs = [base[0], base[1] * widening] as const
    const fits = panels.map((data, index) => {
      const box = { x: marginPx + (index % columns) * (panelWidth + gapPx), y: top + Math.floor(index / columns) * panelHeightPx, width: panelWidth, height: panelHeightPx }
      return drawPanel(sheet.panel(data.title, box), data, { theme, domainMs })
    })
    const bottom = top + Math.ceil(panels.length / columns) * panelHeightPx
    const height = bottom + footerHeight(analysis, source, widthPx)
    footer(sheet.panel('footer', { x: 0, y: bottom, width: widthPx, height: height - bottom }), analysis, { source, theme })
    if (!fits.every(Boolean) && widening < 1000) continue
    return { width: widthPx, height, theme, title: figureTitle(analysis, title), description: describe(panels, caption), marks: sheet.marks }
  }
}

function panelData(analysis: Analysis): readonly PanelData[] {
  if (analysis.curves.every(({ points }) => points.length === 0)) throw noRows('The overhead figure')
  const all = groups(analysis)
  const keys = [...new Set(all.map(({ payloadBytes, stream }) => `${payloadBytes} ${stream}`))]
  return keys.map((key) => {
    const own = all.filter(({ payloadBytes, stream }) => `${payloadBytes} ${stream}` === key)
    const { payloadBytes, stream } = own[0]!
    return {
      title: stream ? `${payloadBytes} B prompt, streaming` : `${payloadBytes} B prompt`,
      groups: own,
      curves: analysis.curves.filter((curve) => curve.payloadBytes === payloadBytes && curve.stream === stream && curve.points.length > 0 && curve.series !== (stream ? 'waiting' : 'firstEvent')),
    }
  })
}

/** From the fastest to the slowest drawn latency in ms, with a little room. */
function domain(curves: readonly Curve[]): readonly [number, number] {
  const [low, high] = probabilityDomain
  const drawn = curves.flatMap(({ points, markers }) => [
    ...points.filter(({ q }) => q >= low && q <= high).map(({ valueNs }) => valueNs),
    ...markers.flatMap(({ valueNs, lowNs, highNs }) => [valueNs, ...(lowNs === null ? [] : [lowNs]), ...(highNs === null ? [] : [highNs])]),
  ])
  const positive = drawn.filter((ns) => ns > 0)
  return [(Math.min(...positive) / 1_000_000) * 0.88, (Math.max(...positive) / 1_000_000) * 1.14]
}

function drawPanel(panel: Panel, { title, groups: own, curves }: PanelData, { theme, domainMs }: { readonly theme: Theme; readonly domainMs: readonly [number, number] }): boolean {
  const { x, y, width } = panel.box
  const solid = curves.filter(({ series }) => series === 'duration')
  const rows = [...new Set(solid.map(({ count }) => count))].sort((a, b) => a - b)
  panel.text(x, y + 16, title, { sizePx: 15, weight: 600 })
  panel.text(x, y + 36, `${formatCount(own[0]!.ratePerSecond)} requests/s · ${rows.length === 0 ? 'no successful samples' : `${[...new Set([rows[0]!, rows.at(-1)!])].map(formatCount).join(' to ')} successful requests per curve`}`, { sizePx: 13, fill: theme.muted })

  const plot = { left: x + axisWidthPx, right: x + width - 2, top: y + 54, bottom: y + 54 + plotHeightPx }
  const label = (curve: Curve) => {
    const median = curve.markers.find(({ q }) => q === 0.5)
    return median === undefined ? shortNames[curve.arm] : `${shortNames[curve.arm]} P50 ${formatNs(median.valueNs, { unit: 'ms', withUnit: true })}`
  }
  const fits = ecdf(panel, { curves, label, domainMs, theme, plot, xTitle: 'latency, ms (log scale)' })

  const missing = own.filter(({ arm }) => !solid.some((curve) => curve.arm === arm)).map(({ arm }) => `${shortNames[arm]}: no successful samples`)
  const drawn = solid.map(({ arm, cell, payloadBytes, stream }) => shortCell(cell, `${arm}-${stream ? 'stream' : 'nonstream'}-${payloadBytes}`))
  const alone = own.length === 1 ? [`Only ${shortNames[own[0]!.arm]} ran at this prompt size.`] : []
  const contended = own.reduce((sum, { contendedCells }) => sum + contendedCells, 0)
  const busy = contended === 0 ? [] : [`${contended} contended ${contended === 1 ? 'cell' : 'cells'}.`]
  const note = [...busy, `Drawn: ${drawn.join(', ')}.`, ...missing, ...alone].join(' ')
  wrapText(note, { widthPx: width - axisWidthPx, sizePx: 11 }).slice(0, 2).forEach((line, index) => panel.text(plot.left, plot.bottom + 56 + index * 15, line, { sizePx: 11, fill: theme.muted }))
  return fits
}

/** `enforce r2` for the cell `enforce-nonstream-4096-r2` of its own panel. */
function shortCell(cell: string, prefix: string): string {
  const mode = prefix.split('-').slice(1).join('-')
  return cell.replace(`-${mode}`, '').replace(/-(r\d+)$/, ' $1').replace(/^direct-/, 'direct ')
}

function describe(panels: readonly PanelData[], caption: string): string {
  const medians = panels.flatMap(({ groups: own, curves }) =>
    curves.flatMap((curve) => {
      const median = curve.series === 'duration' ? curve.markers.find(({ q }) => q === 0.5) : undefined
      return median === undefined ? [] : [`${shortNames[curve.arm]} at ${promptLabel(own[0]!)} and ${formatCount(curve.ratePerSecond)}/s: P50 ${formatNs(median.valueNs, { unit: 'ms', withUnit: true })}, cell ${curve.cell}`]
    }),
  )
  return [caption, ...medians].join(' · ')
}
