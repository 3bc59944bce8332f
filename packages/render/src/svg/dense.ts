import type { Point } from './sheet.js'

/** The same line with a corner at least every two pixels, so that whoever looks for free room sees all of it. */
export function dense(points: readonly Point[]): readonly Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    if (next === undefined) return [point]
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(next.x - point.x), Math.abs(next.y - point.y)) / 2))
    return Array.from({ length: steps }, (_, step) => ({ x: point.x + ((next.x - point.x) * step) / steps, y: point.y + ((next.y - point.y) * step) / steps }))
  })
}
