import { costBar, costList } from '../svg/cost.js'
import type { CostPart } from '../svg/cost.js'
import type { Panel } from '../svg/sheet.js'
import type { Theme } from '../svg/theme.js'
import { wrapText } from '../svg/wrap-text.js'
import { formatNs } from '../text/format-ns.js'
import { percent } from '../text/percent.js'
import type { EnforcementPoint } from './enforcement-data.js'

const us = (ns: number, signed = false) => formatNs(ns, { unit: 'us', withUnit: true, typeset: true, signed })

/** Whether the run measured any part of any of these shifts. */
export function hasParts(points: readonly EnforcementPoint[]): boolean {
  return points.some(({ inside, bothArms }) => inside.length + bothArms.length > 0)
}

/** Draws what each shift is made of, one block per prompt size, and returns the height used. */
export function enforcementCosts(panel: Panel, points: readonly EnforcementPoint[], theme: Theme): number {
  const { x, y, width: widthPx } = panel.box
  const measured = points.filter((point) => hasParts([point]))
  let top = y
  for (const point of measured) top += block(panel, { x, y: top, widthPx }, point, theme) + 20
  return top - 20 - y
}

function block(panel: Panel, { x, y, widthPx }: { readonly x: number; readonly y: number; readonly widthPx: number }, { shift, shiftNs, inside, bothArms }: EnforcementPoint, theme: Theme): number {
  const sum = (parts: readonly { readonly ns: number }[]) => parts.reduce((total, { ns }) => total + ns, 0)
  const [insideNs, bothNs] = [sum(inside), sum(bothArms)]
  const restNs = shiftNs - insideNs
  const scale = widthPx / Math.max(shiftNs, insideNs, bothNs, 1)
  const parts = (all: readonly { readonly name: string; readonly ns: number }[]): readonly CostPart[] => all.map(({ name, ns }) => ({ name, ns, value: us(ns) }))
  const bothColours = [...theme.components.slice(inside.length % theme.components.length), ...theme.components.slice(0, inside.length % theme.components.length)]

  panel.text(x, y + 13, `${shift.payloadBytes} B: shift ${us(shiftNs, true)}`, { sizePx: 13, weight: 600 })
  let top = y + 22
  costBar(panel, { y: top, heightPx: 18, left: x, scale, parts: parts(inside), colours: theme.components, restNs, theme })
  if (shiftNs > 0) panel.path([{ x: x + shiftNs * scale, y: top - 4 }, { x: x + shiftNs * scale, y: top + 22 }], { stroke: theme.ink, widthPx: 2 })
  top += 25
  costBar(panel, { y: top, heightPx: 9, left: x, scale, parts: parts(bothArms), colours: bothColours, restNs: 0, theme })
  top += 18

  const column = (widthPx - 28) / 2
  const heading = { sizePx: 12, weight: 600, fill: theme.muted } as const
  panel.text(x, top + 11, 'inside the shift (upper bar)', heading)
  panel.text(x + column + 28, top + 11, 'both arms pay (lower bar)', heading)
  top += 18
  const rest = restNs >= 0 && shiftNs > 0 ? `${us(restNs)} (${percent(Math.round((restNs / shiftNs) * 100) / 100)} %)` : null
  const left = costList(panel, { x, y: top, widthPx: column, parts: parts(inside), colours: theme.components, theme, restValue: rest })
  const right = costList(panel, { x: x + column + 28, y: top, widthPx: column, parts: parts(bothArms), colours: bothColours, theme, restValue: null })
  top += Math.max(left, right)

  if (restNs < 0) {
    const text = `The parts add up to ${us(insideNs)}, ${us(-restNs)} more than the shift: measured alone they cost more than inside a request.`
    wrapText(text, { widthPx, sizePx: 12 }).forEach((line) => {
      panel.text(x, top + 13, line, { fill: theme.reference })
      top += 16
    })
  }
  return top - y
}
