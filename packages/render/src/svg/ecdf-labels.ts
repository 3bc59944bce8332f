import type { Arm } from '@lat/rows'
import type { Panel, Point } from './sheet.js'
import { textWidth } from './text-width.js'
import type { Theme } from './theme.js'

export interface LabelledCurve {
  readonly arm: Arm
  readonly label: string
  /** The drawn line, from low probability (large y) to high. */
  readonly points: readonly Point[]
}

export interface EcdfLabelsOptions {
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly middle: number; readonly bottom: number }
  readonly curves: readonly LabelledCurve[]
  /** Corners of everything else a label must keep clear of: dotted curves, markers and their intervals. */
  readonly obstacles: readonly Point[]
  readonly theme: Theme
}

export const ecdfLabelPx = 13
const lineHeightPx = 18
const clearPx = 12

type Side = 'right' | 'left'

/**
 * Puts each label beside its curve: below the middle to the right of all curves, or above it to their left, and draws a
 * leader from label to curve. Returns false, with nothing drawn, when neither side has room.
 */
export function ecdfLabels(panel: Panel, options: EcdfLabelsOptions): boolean {
  const side = (['right', 'left'] as const).find((each) => fits(each, options))
  if (side === undefined) return false

  const { curves, theme } = options
  const edge = edgeOf(side, options)
  slots(side, options).forEach((y, index) => {
    const curve = order(side, curves)[index]!
    const { text: fill, mark } = theme.arms[curve.arm]
    const baseline = y + ecdfLabelPx * 0.36
    const end = xAt(curve.points, y)
    const start = side === 'right' ? edge - 3 : edge + 3
    panel.path([{ x: end, y }, { x: start, y }], { stroke: mark, opacity: 0.6 })
    panel.path([{ x: end, y }, { x: end + 0.01, y }], { stroke: mark, widthPx: 5, dash: '0.01 20' })
    const width = textWidth(curve.label, { sizePx: ecdfLabelPx, weight: 600 })
    panel.rect({ x: side === 'right' ? edge - 2 : edge - width - 2, y: y - 8, width: width + 4, height: 16 }, { fill: theme.background })
    panel.text(edge, baseline, curve.label, { sizePx: ecdfLabelPx, weight: 600, fill, anchor: side === 'right' ? 'start' : 'end' })
  })
  return true
}

function widest(curves: readonly LabelledCurve[]): number {
  return Math.max(...curves.map(({ label }) => textWidth(label, { sizePx: ecdfLabelPx, weight: 600 })))
}

/** Slowest first on the right, fastest first on the left: the order in which the eye meets the curves. */
function order(side: Side, curves: readonly LabelledCurve[]): readonly LabelledCurve[] {
  const middle = ({ points }: LabelledCurve) => points[Math.floor(points.length / 2)]!.x
  return [...curves].sort((a, b) => (side === 'right' ? middle(b) - middle(a) : middle(a) - middle(b)))
}

function slots(side: Side, { plot, curves }: EcdfLabelsOptions): readonly number[] {
  const first = side === 'right' ? plot.bottom - 16 - (curves.length - 1) * lineHeightPx : plot.middle - 40 - (curves.length - 1) * lineHeightPx
  return curves.map((_, index) => first + index * lineHeightPx)
}

/** Where all labels of a side begin (right) or end (left), clear of everything drawn at their height. */
function edgeOf(side: Side, options: EcdfLabelsOptions): number {
  const ys = slots(side, options)
  const [top, bottom] = [ys[0]! - lineHeightPx, ys.at(-1)! + lineHeightPx]
  const near = [...options.curves.flatMap(({ points }) => points), ...options.obstacles].filter(({ y }) => y >= top && y <= bottom)
  const through = options.curves.flatMap(({ points }) => [xAt(points, top), xAt(points, bottom)])
  const xs = [...near.map(({ x }) => x), ...through]
  return side === 'right' ? Math.max(...xs) + clearPx : Math.min(...xs) - clearPx
}

function fits(side: Side, options: EcdfLabelsOptions): boolean {
  const { plot, curves } = options
  const edge = edgeOf(side, options)
  const top = slots(side, options)[0]! - lineHeightPx / 2
  return top >= plot.top && (side === 'right' ? edge + widest(curves) <= plot.right - 2 : edge - widest(curves) >= plot.left + 2)
}

/** The x of a rising line at height `y`; its nearest end where the line does not reach so far. */
function xAt(points: readonly Point[], y: number): number {
  for (let index = 1; index < points.length; index += 1) {
    const [below, above] = [points[index - 1]!, points[index]!]
    if (above.y <= y && below.y >= y) return below.y === above.y ? above.x : below.x + ((below.y - y) / (below.y - above.y)) * (above.x - below.x)
  }
  return y > points[0]!.y ? points[0]!.x : points.at(-1)!.x
}
