/** A rectangle in the coordinates of the figure, in CSS pixels from its top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const tolerancePx = 0.01

/** Whether `inner` lies inside `outer`, edges included. */
export function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x - tolerancePx &&
    inner.y >= outer.y - tolerancePx &&
    inner.x + inner.width <= outer.x + outer.width + tolerancePx &&
    inner.y + inner.height <= outer.y + outer.height + tolerancePx
  )
}

/** Whether two boxes share any area. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width - tolerancePx && b.x < a.x + a.width - tolerancePx && a.y < b.y + b.height - tolerancePx && b.y < a.y + a.height - tolerancePx
}
