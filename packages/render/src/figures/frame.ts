import type { Analysis } from '@lat/rows'
import packageJson from '../../package.json' with { type: 'json' }
import { isEstimate } from '../model/is-estimate.js'
import type { Panel } from '../svg/sheet.js'
import { shortenText } from '../svg/shorten-text.js'
import { textWidth } from '../svg/text-width.js'
import type { Theme } from '../svg/theme.js'
import { wrapText } from '../svg/wrap-text.js'
import type { FigureSource } from './source.js'

export const marginPx = 24
const titlePx = 20
const captionPx = 13
const footerPx = 11

/** The title of a figure, as it is drawn and as a screen reader says it. */
export function figureTitle(analysis: Pick<Analysis, 'run'>, title: string): string {
  return isEstimate(analysis) ? `ESTIMATE: ${title}` : title
}

/** A caption that says what kind of run it is when that is not evidence. */
export function captionOf(analysis: Pick<Analysis, 'run'>, caption: string): string {
  return isEstimate(analysis) ? `One ${analysis.run.mode} run, not evidence. ${caption}` : caption
}

/** Draws title and caption at the top of a figure and returns the height used. */
export function header(panel: Panel, analysis: Pick<Analysis, 'run'>, { title, caption, theme }: { readonly title: string; readonly caption: string; readonly theme: Theme }): number {
  let x = marginPx
  if (isEstimate(analysis)) {
    const width = textWidth('ESTIMATE', { sizePx: 13, weight: 600 })
    panel.rect({ x, y: 19, width: width + 16, height: 24 }, { fill: 'none', stroke: theme.reference, radiusPx: 4 })
    panel.text(x + 8, 36, 'ESTIMATE', { sizePx: 13, weight: 600, fill: theme.reference })
    x += width + 28
  }
  panel.text(x, 38, shortenText(title, { widthPx: panel.box.width - marginPx - x, sizePx: titlePx, weight: 600 }), { sizePx: titlePx, weight: 600 })
  const lines = wrapText(caption, { widthPx: panel.box.width - 2 * marginPx, sizePx: captionPx })
  lines.forEach((line, index) => panel.text(marginPx, 64 + index * 18, line, { sizePx: captionPx, fill: theme.muted }))
  return 64 + lines.length * 18
}

function footerLines(analysis: Pick<Analysis, 'run'>, { directory, treeHash, renderer = `${packageJson.name} ${packageJson.version}` }: FigureSource, widthPx: number): readonly string[] {
  const parts = [directory, ...(treeHash === undefined ? [] : [`tree ${treeHash}`]), `run ${analysis.run.name}`, `profile ${analysis.run.profile}`, 'type-7 quantiles', `drawn by ${renderer}`]
  const unique = directory.includes(analysis.run.name) ? parts.filter((part) => !part.startsWith('run ')) : parts
  return wrapText(unique.join(' · '), { widthPx: widthPx - 2 * marginPx, sizePx: footerPx })
}

/** Height the footer will take. */
export function footerHeight(analysis: Pick<Analysis, 'run'>, source: FigureSource, widthPx: number): number {
  return footerLines(analysis, source, widthPx).length * 16 + 22
}

/** Names the run directory, tree and renderer at the bottom of a figure. */
export function footer(panel: Panel, analysis: Pick<Analysis, 'run'>, { source, theme }: { readonly source: FigureSource; readonly theme: Theme }): void {
  footerLines(analysis, source, panel.box.width).forEach((line, index) => panel.text(marginPx, panel.box.y + 16 + index * 16, line, { sizePx: footerPx, fill: theme.muted }))
}
