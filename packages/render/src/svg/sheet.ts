import { escapeXml } from '../text/escape-xml.js'
import { printable } from '../text/printable.js'
import { contains } from './box.js'
import type { Box } from './box.js'
import { coordinate, element } from './element.js'
import { shapePath } from './shape-path.js'
import { textWidth } from './text-width.js'
import type { FontWeight } from './text-width.js'
import type { MarkerShape, Theme } from './theme.js'

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * What was drawn and where. `text` and `marker` must not be covered by another of either kind, nor `text` by a
 * `curve`; `ground` (grid, axes, leaders, bands) may lie under anything.
 */
export interface Mark {
  readonly kind: 'text' | 'marker' | 'curve' | 'ground'
  readonly what: string
  readonly svg: string
  readonly box: Box
  /** The corner points of a curve, else empty. */
  readonly points: readonly Point[]
  /** The panel that must contain it. */
  readonly panel: string
  readonly bounds: Box
}

export interface Scene {
  readonly width: number
  readonly height: number
  readonly theme: Theme
  readonly title: string
  readonly description: string
  readonly marks: readonly Mark[]
}

export interface TextOptions {
  readonly sizePx?: number
  readonly weight?: FontWeight
  readonly fill?: string
  readonly anchor?: 'start' | 'middle' | 'end'
}

export interface StrokeOptions {
  readonly stroke: string
  readonly widthPx?: number
  readonly dash?: string
  readonly opacity?: number
  readonly kind?: Mark['kind']
}

/** A region of the figure that draws only inside itself. */
export interface Panel {
  readonly box: Box
  /** Draws one line of text on the baseline `y` and returns its box. */
  text(x: number, y: number, content: string, options?: TextOptions): Box
  path(points: readonly Point[], options: StrokeOptions): void
  marker(x: number, y: number, shape: MarkerShape, options: { readonly colour: string; readonly hollow?: string; readonly radiusPx?: number }): void
  rect(box: Box, options: { readonly fill: string; readonly stroke?: string; readonly radiusPx?: number; readonly kind?: Mark['kind'] }): void
}

export const fontStack = "Inter, 'Helvetica Neue', Arial, sans-serif"
const ascent = 0.76
const descent = 0.22

/** Collects the marks of one figure, panel by panel. */
export function createSheet(theme: Theme): { panel(name: string, box: Box): Panel; readonly marks: readonly Mark[] } {
  const marks: Mark[] = []

  function panel(name: string, bounds: Box): Panel {
    const add = (mark: Omit<Mark, 'panel' | 'bounds'>) => void marks.push({ ...mark, panel: name, bounds })
    return {
      box: bounds,
      text(x, y, content, { sizePx = 12, weight = 400, fill = theme.ink, anchor = 'start' } = {}) {
        const shown = printable(content)
        const width = textWidth(shown, { sizePx, weight })
        const box = { x: x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0), y: y - ascent * sizePx, width, height: (ascent + descent) * sizePx }
        const svg = element('text', { x, y, 'font-size': sizePx, 'font-weight': weight === 400 ? undefined : weight, fill, 'text-anchor': anchor === 'start' ? undefined : anchor }, escapeXml(shown))
        add({ kind: 'text', what: shown, svg, box, points: [] })
        return box
      },
      path(points, { stroke, widthPx = 1, dash, opacity, kind = 'ground' }) {
        if (points.length === 0) return
        const d = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${coordinate(x)},${coordinate(y)}`).join('')
        const svg = element('path', { d, fill: 'none', stroke, 'stroke-width': widthPx, 'stroke-dasharray': dash, 'stroke-opacity': opacity, 'stroke-linejoin': 'round', 'stroke-linecap': dash === undefined ? undefined : 'round' })
        add({ kind, what: 'path', svg, box: around(points), points: kind === 'curve' ? points : [] })
      },
      marker(x, y, shape, { colour, hollow, radiusPx = 4.5 }) {
        const svg = element('path', { d: shapePath(shape, x, y, radiusPx), fill: hollow ?? colour, stroke: hollow === undefined ? theme.background : colour, 'stroke-width': hollow === undefined ? 1 : 1.75, 'stroke-linejoin': 'round' })
        add({ kind: 'marker', what: shape, svg, box: { x: x - radiusPx, y: y - radiusPx, width: 2 * radiusPx, height: 2 * radiusPx }, points: [] })
      },
      rect(box, { fill, stroke, radiusPx, kind = 'ground' }) {
        add({ kind, what: 'rectangle', svg: element('rect', { ...box, rx: radiusPx, fill, stroke }), box, points: [] })
      },
    }
  }

  return { panel, marks }
}

function around(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Whether a mark stays inside its panel. */
export function staysInside({ box, bounds }: Mark): boolean {
  return contains(bounds, box)
}
