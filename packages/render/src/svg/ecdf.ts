import type { Arm, Curve } from '@lat/rows'
import { quantileLabel } from '../text/quantile-label.js'
import { xAxis, yAxis } from './axis.js'
import { ecdfLabels } from './ecdf-labels.js'
import type { LabelledCurve } from './ecdf-labels.js'
import { logitScale, logScale } from './scale.js'
import type { Scale } from './scale.js'
import type { Panel, Point } from './sheet.js'
import { linearTicks, logTicks, tickLabel } from './ticks.js'
import type { Theme } from './theme.js'

export interface EcdfOptions {
  /** `duration` curves are drawn solid with markers and labels, all others dotted. */
  readonly curves: readonly Curve[]
  /** Label of each arm, as it stands beside its curve. */
  readonly label: (curve: Curve) => string
  /** Latencies shown, in ms. */
  readonly domainMs: readonly [number, number]
  readonly theme: Theme
  /** Inside the panel: the region of the curves themselves. */
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  readonly xTitle?: string
}

/** The probabilities drawn; outside of them too few rows speak. */
export const probabilityDomain = [0.01, 0.999] as const

/** The axis reaches a little further, so that a marker at P99.9 stays inside the plot. */
const axisDomain = [0.008, 0.9994] as const

const ticks = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999]

/**
 * Empirical distribution functions: log latency against logit probability. Returns false when the labels found no room,
 * so that the caller widens the domain.
 */
export function ecdf(panel: Panel, { curves, label, domainMs, theme, plot, xTitle }: EcdfOptions): boolean {
  const x = logScale(domainMs, { from: plot.left, to: plot.right })
  const y = logitScale(axisDomain, { from: plot.bottom, to: plot.top })
  const xTicks = logTicks(domainMs)
  const labelled = xTicks.length > 1 ? xTicks : linearTicks(domainMs, 4)
  xAxis(panel, { scale: x, theme, ticks: labelled.map((value) => ({ value, label: tickLabel(value) })), ...(xTitle === undefined ? {} : { title: xTitle }) }, { from: plot.top, to: plot.bottom })
  yAxis(panel, { scale: y, theme, ticks: ticks.map((q) => ({ value: q, label: quantileLabel(q) })) }, { from: plot.left, to: plot.right })

  const obstacles: Point[] = []
  for (const curve of curves.filter(({ arm, series }) => series !== 'duration' && !isControl(arm))) {
    const points = trace(curve, x, y)
    panel.path(points, { stroke: theme.arms[curve.arm].mark, widthPx: 1.6, dash: '0.1 3.4', kind: 'curve' })
    obstacles.push(...points)
  }
  const drawn: LabelledCurve[] = []
  // Controls lie under the arms they repeat, thin and with hollow markers.
  const solid = curves.filter(({ series }) => series === 'duration').sort((a, b) => Number(isControl(b.arm)) - Number(isControl(a.arm)))
  for (const curve of solid) {
    const points = trace(curve, x, y)
    if (points.length > 0) drawn.push({ arm: curve.arm, label: label(curve), points })
    panel.path(points, { stroke: theme.arms[curve.arm].mark, widthPx: isControl(curve.arm) ? 1.25 : 2, kind: 'curve' })
  }
  for (const curve of solid) obstacles.push(...markers(panel, curve, x, y, theme))

  if (drawn.length === 0) return true
  return ecdfLabels(panel, { plot: { ...plot, middle: y.at(0.5) }, curves: drawn, obstacles, theme })
}

const isControl = (arm: Arm) => arm === 'controla' || arm === 'controlb'

function trace({ points }: Curve, x: Scale, y: Scale): readonly Point[] {
  const [low, high] = probabilityDomain
  return [...points]
    .sort((a, b) => a.q - b.q)
    .filter(({ q, valueNs }) => q >= low && q <= high && valueNs > 0)
    .map(({ q, valueNs }) => ({ x: x.at(valueNs / 1_000_000), y: y.at(q) }))
}

function markers(panel: Panel, { arm, markers: readings }: Curve, x: Scale, y: Scale, theme: Theme): readonly Point[] {
  const { mark, shape } = theme.arms[arm]
  const [low, high] = x.domain
  const inside = (ns: number | null, otherwise: number) => x.at(Math.min(high, Math.max(low, ns === null ? otherwise : ns / 1_000_000)))
  return readings
    .filter(({ q, valueNs }) => q >= probabilityDomain[0] && q <= probabilityDomain[1] && valueNs > 0)
    .flatMap(({ q, valueNs, lowNs, highNs }) => {
      const at = { x: x.at(valueNs / 1_000_000), y: y.at(q) }
      const [from, to] = [{ x: inside(lowNs, low), y: at.y }, { x: inside(highNs, high), y: at.y }]
      panel.path([from, to], { stroke: mark, widthPx: 2 })
      for (const end of [from, to]) panel.path([{ x: end.x, y: end.y - 3.5 }, { x: end.x, y: end.y + 3.5 }], { stroke: mark, widthPx: 1.5 })
      panel.marker(at.x, at.y, shape, { colour: mark, ...(isControl(arm) ? { hollow: theme.background } : {}) })
      return [from, to, { x: at.x - 5, y: at.y }, { x: at.x + 5, y: at.y }]
    })
}
