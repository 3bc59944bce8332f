import type { Analysis, Shift } from '@lat/rows'
import { noRows } from '../errors.js'
import { armName } from '../model/arm-name.js'
import type { Group } from '../model/groups.js'
import { requireComparable } from '../model/require-comparable.js'
import { forest, forestHeight } from '../svg/forest.js'
import type { ForestBlock, ForestRow } from '../svg/forest.js'
import { createSheet } from '../svg/sheet.js'
import type { Scene } from '../svg/sheet.js'
import { themes } from '../svg/theme.js'
import type { Theme } from '../svg/theme.js'
import { bySubject } from '../tables/by-subject.js'
import { unresolvedShift } from '../tables/unresolved-shift.js'
import { formatCount } from '../text/format-count.js'
import { formatInterval } from '../text/format-interval.js'
import { formatNs } from '../text/format-ns.js'
import { promptLabel } from '../text/prompt-label.js'
import { quantileLabel } from '../text/quantile-label.js'
import { captionOf, figureTitle, footer, footerHeight, header, marginPx } from './frame.js'
import type { FigureOptions } from './source.js'

const widthPx = 1000

/** The shift figure before it becomes text; tests look for clipped and covered marks in it. */
export function shiftScene(analysis: Analysis, { theme: themeName, source }: FigureOptions): Scene {
  const theme = themes[themeName]
  const blocks = shiftBlocks(analysis, theme)
  const title = 'Quantile shift against direct'
  const caption = captionOf(analysis, 'Q(arm) − Q(direct) of duration, with 95 % withinCells intervals: a distance between two distributions, not a quantile of per-request overhead.')
  const sheet = createSheet(theme)
  const top = header(sheet.panel('header', { x: 0, y: 0, width: widthPx, height: 400 }), analysis, { title, caption, theme }) + 34
  const bottom = top + forestHeight(blocks)
  const panel = sheet.panel('shifts', { x: marginPx, y: top - 24, width: widthPx - 2 * marginPx, height: bottom - top + 24 })
  panel.text(740, top - 8, 'shift [withinCells interval], ms', { fill: theme.muted })
  forest(panel, { blocks, theme, reference: { value: 1, label: '1 ms' }, plot: { left: 210, right: 720, top }, axisTitle: (log) => `quantile shift against direct, ms${log ? ' (log scale)' : ''}` })
  const height = bottom + footerHeight(analysis, source, widthPx)
  footer(sheet.panel('footer', { x: 0, y: bottom, width: widthPx, height: height - bottom }), analysis, { source, theme })
  return { width: widthPx, height, theme, title: figureTitle(analysis, title), description: caption, marks: sheet.marks }
}

function shiftBlocks(analysis: Analysis, theme: Theme): readonly ForestBlock[] {
  const shifts = analysis.shifts.filter(({ kind, baseline, series }) => kind === 'group' && baseline === 'direct' && series === 'duration')
  if (shifts.every(({ shiftNs }) => shiftNs === null)) throw noRows('The shift figure')
  const ordered = [...shifts].sort(bySubject)
  return [...new Set(ordered.map(promptLabel))].map((prompt) => {
    const own = ordered.filter((shift) => promptLabel(shift) === prompt)
    const counts = own.flatMap((shift) => Object.values(requireComparable(analysis, shift)).map(({ okCount }: Group) => okCount))
    const ends = [...new Set([Math.min(...counts), Math.max(...counts)])]
    return {
      title: `${prompt} · ${formatCount(own[0]!.ratePerSecond)}/s · ${ends.map(formatCount).join(' to ')} requests per arm`,
      rows: own.sort((a, b) => a.q - b.q || bySubject(a, b)).map((shift) => row(analysis, shift, theme)),
    }
  })
}

function row(analysis: Analysis, shift: Shift, theme: Theme): ForestRow {
  const { treatment, baseline } = requireComparable(analysis, shift)
  const { shiftNs, withinCells } = shift
  const ms = (ns: number | null) => (ns === null ? null : ns / 1_000_000)
  const interval = withinCells === null ? '' : ` ${formatInterval(withinCells, 'ms', true).replace(/ [\d.]+ %$/, '')}`
  return {
    group: quantileLabel(shift.q),
    name: armName(shift.treatment),
    style: theme.arms[shift.treatment],
    hollow: shift.treatment === 'controla' || shift.treatment === 'controlb',
    value: ms(shiftNs),
    low: withinCells === null ? ms(shiftNs) : ms(withinCells.lowNs),
    high: withinCells === null ? ms(shiftNs) : ms(withinCells.highNs),
    text: shiftNs === null ? unresolvedShift(shift, { treatment, baseline }) : `${formatNs(shiftNs, { unit: 'ms', signed: true, typeset: true })}${interval}`,
  }
}
