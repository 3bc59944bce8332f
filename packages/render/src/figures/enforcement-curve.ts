import type { Shift } from '@lat/rows'
import { xAxis, yAxis } from '../svg/axis.js'
import type { Box } from '../svg/box.js'
import { dense } from '../svg/dense.js'
import { placeText } from '../svg/place-text.js'
import type { Candidate } from '../svg/place-text.js'
import { linearScale, logScale } from '../svg/scale.js'
import type { Scale } from '../svg/scale.js'
import type { Mark, Panel } from '../svg/sheet.js'
import { textWidth } from '../svg/text-width.js'
import { linearTicks, logTicks, tickLabel } from '../svg/ticks.js'
import type { Theme } from '../svg/theme.js'
import { formatCount } from '../text/format-count.js'
import { formatNs } from '../text/format-ns.js'
import type { EnforcementPoint } from './enforcement-data.js'

export const referenceNs = 500_000

export interface EnforcementCurveOptions {
  readonly points: readonly EnforcementPoint[]
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  readonly theme: Theme
  /** Everything the sheet holds, so that labels can keep clear of it. */
  readonly marks: readonly Mark[]
}

const us = (ns: number) => formatNs(ns, { unit: 'us', signed: true, withUnit: true, typeset: true })

/** Median paired shift against prompt size, its repetitions and intervals, and where the line between medians crosses the reference. */
export function enforcementCurve(panel: Panel, { points, plot, theme, marks }: EnforcementCurveOptions): void {
  const { left, right, top, bottom } = plot
  const { mark: colour, text: textColour } = theme.arms.enforce
  const sizes = points.map(({ shift }) => shift.payloadBytes)
  // Repetitions stand beside their median, so the outer sizes need room.
  const x = logScale([Math.min(...sizes), Math.max(...sizes)], { from: left + 74, to: right - 62 })
  const y = valueScale(points, { from: bottom, to: top })
  const yTicks = (y.log ? logTicks : (domain: readonly [number, number]) => linearTicks(domain, 6))(y.scale.domain)
  panel.path([{ x: left, y: bottom }, { x: right, y: bottom }], { stroke: theme.axis })
  xAxis(panel, { scale: x, theme, ticks: points.map(({ shift }) => ({ value: shift.payloadBytes, label: `${shift.payloadBytes} B` })) }, { from: top, to: bottom })
  for (const { shift, counts } of points) {
    const [below, n] = [x.at(shift.payloadBytes), [...new Set(counts)].sort((a, b) => a - b).map(formatCount)]
    panel.text(below, bottom + 34, `${formatCount(shift.ratePerSecond)}/s`, { anchor: 'middle', fill: theme.muted })
    panel.text(below, bottom + 50, `n ${n[0]!}`, { anchor: 'middle', fill: theme.muted })
  }
  panel.text((left + right) / 2, bottom + 72, 'prompt size (log scale), arrival rate, requests per arm (the fewer)', { anchor: 'middle', fill: theme.muted })
  yAxis(panel, { scale: y.scale, theme, ticks: yTicks.map((value) => ({ value, label: tickLabel(value) })) }, { from: left, to: right })
  panel.text(left, top - 10, `µs${y.log ? ' (log scale)' : ''}`, { fill: theme.muted })

  const at = (ns: number) => y.scale.at(ns / 1_000)
  panel.path(dense([{ x: left, y: at(referenceNs) }, { x: right, y: at(referenceNs) }]), { stroke: theme.reference, widthPx: 1.5, dash: '6 5', kind: 'curve' })
  panel.path(dense(betweenMedians(points).map(({ bytes, ns }) => ({ x: x.at(bytes), y: at(ns) }))), { stroke: colour, widthPx: 2, kind: 'curve' })

  const crossing = crossingBytes(points)
  if (crossing !== null) panel.path(dense([{ x: x.at(crossing), y: at(referenceNs) + 3 }, { x: x.at(crossing), y: bottom }]), { stroke: theme.reference, dash: '0.1 4', widthPx: 1.5, kind: 'curve' })

  for (const { shift, shiftNs } of points) {
    const cx = x.at(shift.payloadBytes)
    const bar = (interval: { readonly lowNs: number | null; readonly highNs: number | null } | null) =>
      interval === null ? null : [at(interval.lowNs ?? y.scale.domain[0] * 1_000), at(interval.highNs ?? y.scale.domain[1] * 1_000)] as const
    const within = bar(shift.withinCells)
    if (within !== null) panel.path([{ x: cx, y: within[0] }, { x: cx, y: within[1] }], { stroke: colour, widthPx: 6, opacity: 0.4 })
    const across = bar(shift.acrossRepetitionsT)
    if (across !== null) {
      panel.path(dense([{ x: cx + 13, y: across[0] }, { x: cx + 13, y: across[1] }]), { stroke: colour, widthPx: 1.5, kind: 'curve' })
      for (const end of across) panel.path([{ x: cx + 9, y: end }, { x: cx + 17, y: end }], { stroke: colour, widthPx: 1.5 })
    }
    shift.perRepetition.forEach(({ deltaNs, contended }, index) => {
      if (y.log && deltaNs <= 0) return
      panel.marker(cx - 14 - (shift.perRepetition.length - 1 - index) * 8, at(deltaNs), 'circle', { colour: contended ? theme.muted : colour, hollow: theme.background, radiusPx: 3 })
    })
    panel.marker(cx, at(shiftNs), 'triangle', { colour, radiusPx: 6 })
  }

  label(panel, [{ x: left + 8, y: at(referenceNs) - 7, anchor: 'start' }, { x: right - 4, y: at(referenceNs) + 17, anchor: 'end' }, { x: right - 4, y: at(referenceNs) - 7, anchor: 'end' }, { x: left + 8, y: at(referenceNs) + 17, anchor: 'start' }], ['500 µs'], theme.reference, region(plot), marks)
  for (const { shift, shiftNs } of points) {
    const [cx, cy] = [x.at(shift.payloadBytes), at(shiftNs)]
    const beside: readonly Candidate[] = [8, 14, 24, 34, 46, 60, 80, 100].flatMap((gap) => [
      { x: cx + 20, y: cy + gap + 6, anchor: 'start' as const },
      { x: cx - 12, y: cy - gap, anchor: 'end' as const },
      { x: cx + 22, y: cy - gap, anchor: 'start' as const },
      { x: cx - 12, y: cy + gap + 6, anchor: 'end' as const },
    ])
    label(panel, beside, [us(shiftNs), ...reach(shift)], textColour, region(plot), marks)
  }
  if (crossing !== null) crossingLabel(panel, crossing, x.at(crossing), { plot, theme, marks })
}

const region = ({ left, right, top, bottom }: EnforcementCurveOptions['plot']): Box => ({ x: left, y: top - 22, width: right - left, height: bottom - top + 19 })

/** What the repetitions say about a median. */
function reach({ spreadNs, acrossRepetitionsT: t }: Shift): readonly string[] {
  if (spreadNs === null) return ['ONE REPETITION']
  const includesZero = t !== null && (t.lowNs === null || t.lowNs <= 0) && (t.highNs === null || t.highNs >= 0)
  return [`spread ${formatNs(spreadNs, { unit: 'us', withUnit: true, typeset: true })}`, ...(includesZero ? ['interval includes 0'] : [])]
}

/** A bold line and the lines below it, at the first place that is free. */
function label(panel: Panel, candidates: readonly Candidate[], [bold, ...others]: readonly [string, ...string[]], fill: string, within: Box, marks: readonly Mark[]): void {
  const widthPx = Math.max(textWidth(bold, { sizePx: 13, weight: 600 }), ...others.map((line) => textWidth(line, { sizePx: 12 })))
  const { x, y, anchor } = placeText(candidates, { widthPx, abovePx: 10, belowPx: 3 + 15 * others.length, within, marks })
  panel.text(x, y, bold, { sizePx: 13, weight: 600, fill, anchor })
  others.forEach((line, index) => panel.text(x, y + 15 * (index + 1), line, { sizePx: 12, fill, anchor }))
}

/** Logarithmic while everything drawn is positive, linear with its zero otherwise. */
function valueScale(points: readonly EnforcementPoint[], range: { readonly from: number; readonly to: number }): { readonly scale: Scale; readonly log: boolean } {
  const drawn = points.flatMap(({ shift, shiftNs }) => [
    shiftNs,
    ...shift.perRepetition.map(({ deltaNs }) => deltaNs),
    ...[shift.withinCells, shift.acrossRepetitionsT].flatMap((interval) => (interval === null ? [] : [interval.lowNs ?? shiftNs, interval.highNs ?? shiftNs])),
  ])
  const [low, high] = [Math.min(...drawn, referenceNs) / 1_000, Math.max(...drawn, referenceNs) / 1_000]
  if (low > 0) return { scale: logScale([low * 0.72, high * 1.5], range), log: true }
  const room = (high - low) * 0.2
  return { scale: linearScale([Math.min(0, low) - room, high + room], range), log: false }
}

/** Straight lines in bytes and microseconds, which a log axis shows bent. */
function betweenMedians(points: readonly EnforcementPoint[]): readonly { readonly bytes: number; readonly ns: number }[] {
  return points.flatMap(({ shift, shiftNs }, index) => {
    const next = points[index + 1]
    if (next === undefined) return [{ bytes: shift.payloadBytes, ns: shiftNs }]
    return Array.from({ length: 48 }, (_, step) => {
      // Steps grow with the bytes, as the log axis shrinks them.
      const share = (step * step) / (48 * 48)
      return { bytes: shift.payloadBytes + share * (next.shift.payloadBytes - shift.payloadBytes), ns: shiftNs + share * (next.shiftNs - shiftNs) }
    })
  })
}

/** Where the line between two measured medians rises through the reference, in bytes; `null` where it does not. */
function crossingBytes(points: readonly EnforcementPoint[]): number | null {
  const segment = points.findIndex(({ shiftNs }, index) => index + 1 < points.length && shiftNs < referenceNs && points[index + 1]!.shiftNs >= referenceNs)
  const [from, to] = [points[segment], points[segment + 1]]
  if (from === undefined || to === undefined) return null
  return from.shift.payloadBytes + ((referenceNs - from.shiftNs) / (to.shiftNs - from.shiftNs)) * (to.shift.payloadBytes - from.shift.payloadBytes)
}

function crossingLabel(panel: Panel, bytes: number, cx: number, { plot, theme, marks }: Pick<EnforcementCurveOptions, 'plot' | 'theme' | 'marks'>): void {
  const text = `crosses 500 µs at ${formatCount(Math.round(bytes))} B`
  const candidates = [10, 30, 50, 70, 90].flatMap((up): readonly Candidate[] => [{ x: cx - 8, y: plot.bottom - up, anchor: 'end' }, { x: cx + 8, y: plot.bottom - up, anchor: 'start' }])
  const { x, y, anchor } = placeText(candidates, { widthPx: textWidth(text, { sizePx: 12 }), abovePx: 10, belowPx: 3, within: region(plot), marks })
  panel.text(x, y, text, { fill: theme.reference, anchor })
}
