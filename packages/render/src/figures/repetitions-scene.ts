import type { Analysis, Shift } from '@lat/rows'
import { noRows } from '../errors.js'
import { pairedShifts } from '../model/paired-shifts.js'
import { requireComparable } from '../model/require-comparable.js'
import { createSheet } from '../svg/sheet.js'
import type { Panel, Scene } from '../svg/sheet.js'
import { slope } from '../svg/slope.js'
import { themes } from '../svg/theme.js'
import type { Theme } from '../svg/theme.js'
import { bySubject } from '../tables/by-subject.js'
import { formatCount } from '../text/format-count.js'
import { formatNs } from '../text/format-ns.js'
import { promptLabel } from '../text/prompt-label.js'
import { captionOf, figureTitle, footer, footerHeight, header, marginPx } from './frame.js'
import type { FigureOptions } from './source.js'

const widthPx = 1000
const columns = 3
const gapPx = 30
const panelHeightPx = 340

/** The repetitions figure before it becomes text; tests look for clipped and covered marks in it. */
export function repetitionsScene(analysis: Analysis, { theme: themeName, source }: FigureOptions): Scene {
  const theme = themes[themeName]
  const of = (pairing: 'enforcement' | 'control') => [...pairedShifts(analysis, pairing)].filter(({ q, perRepetition }) => q === 0.5 && perRepetition.length > 0).sort(bySubject)
  const shifts = [...of('enforcement'), ...of('control')]
  if (shifts.length === 0) throw noRows('The repetitions figure')
  for (const shift of shifts) requireComparable(analysis, shift)

  const title = 'P50 of every pair, repetition by repetition'
  const caption = captionOf(analysis, 'Each line joins the two cells of one repetition; parallel lines share their drift, which the paired difference cancels. Scales differ between panels.')
  const sheet = createSheet(theme)
  const top = header(sheet.panel('header', { x: 0, y: 0, width: widthPx, height: 400 }), analysis, { title, caption, theme }) + 16
  const panelWidth = (widthPx - 2 * marginPx - (columns - 1) * gapPx) / columns
  shifts.forEach((shift, index) => {
    const box = { x: marginPx + (index % columns) * (panelWidth + gapPx), y: top + Math.floor(index / columns) * panelHeightPx, width: panelWidth, height: panelHeightPx }
    drawPanel(sheet.panel(`${shift.treatment} ${promptLabel(shift)}`, box), shift, theme)
  })
  const bottom = top + Math.ceil(shifts.length / columns) * panelHeightPx
  const height = bottom + footerHeight(analysis, source, widthPx)
  footer(sheet.panel('footer', { x: 0, y: bottom, width: widthPx, height: height - bottom }), analysis, { source, theme })
  return { width: widthPx, height, theme, title: figureTitle(analysis, title), description: caption, marks: sheet.marks }
}

function drawPanel(panel: Panel, shift: Shift, theme: Theme): void {
  const { x, y, width, height } = panel.box
  const isControl = shift.treatment === 'controlb'
  const us = (ns: number) => formatNs(ns, { unit: 'us', signed: true, withUnit: true, typeset: true })
  panel.text(x, y + 16, isControl ? `A/A control, ${promptLabel(shift)}` : promptLabel(shift), { sizePx: 14, weight: 600 })
  const median = shift.shiftNs === null ? 'unresolved' : shift.spreadNs === null ? `${us(shift.shiftNs)}, ONE REPETITION` : `median ${us(shift.shiftNs)}`
  panel.text(x, y + 35, `${formatCount(shift.ratePerSecond)}/s · ${median}`, { fill: theme.muted })
  panel.text(x, y + 57, 'ms', { fill: theme.muted })
  slope(panel, {
    lines: shift.perRepetition.map(({ repetition, baselineNs, treatmentNs, deltaNs, contended }) => ({ from: baselineNs / 1_000_000, to: treatmentNs / 1_000_000, label: `r${repetition} ${us(deltaNs)}`, faint: contended })),
    ends: isControl
      ? [{ name: 'control a', style: theme.arms.controla }, { name: 'control b', style: theme.arms.controlb }]
      : [{ name: 'passthrough', style: theme.arms.passthrough }, { name: 'enforce', style: theme.arms.enforce }],
    plot: { left: x + 46, right: x + width - 84, top: y + 66, bottom: y + height - 46 },
    theme,
  })
}
