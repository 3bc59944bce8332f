import { coordinate } from './element.js'
import type { MarkerShape } from './theme.js'

/** Path data of a marker around a point; shapes of one radius look equally heavy. */
export function shapePath(shape: MarkerShape, x: number, y: number, radiusPx: number): string {
  const r = radiusPx
  const polygon = (points: readonly (readonly [number, number])[]) => `${points.map(([dx, dy], index) => `${index === 0 ? 'M' : 'L'}${coordinate(x + dx)},${coordinate(y + dy)}`).join('')}Z`
  switch (shape) {
    case 'circle':
      return `M${coordinate(x - r)},${coordinate(y)}A${coordinate(r)},${coordinate(r)} 0 1 1 ${coordinate(x + r)},${coordinate(y)}A${coordinate(r)},${coordinate(r)} 0 1 1 ${coordinate(x - r)},${coordinate(y)}Z`
    case 'square':
      return polygon([[-0.85 * r, -0.85 * r], [0.85 * r, -0.85 * r], [0.85 * r, 0.85 * r], [-0.85 * r, 0.85 * r]])
    case 'triangle':
      return polygon([[0, -r], [r, 0.8 * r], [-r, 0.8 * r]])
    case 'diamond':
      return polygon([[0, -r], [r, 0], [0, r], [-r, 0]])
    case 'cross': {
      const [a, b] = [r, 0.36 * r]
      return polygon([[-b, -a], [b, -a], [b, -b], [a, -b], [a, b], [b, b], [b, a], [-b, a], [-b, b], [-a, b], [-a, -b], [-b, -b]])
    }
  }
}
