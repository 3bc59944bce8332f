import { overlap } from './box.js'
import type { Box } from './box.js'
import { staysInside } from './sheet.js'
import type { Mark, Point, Scene } from './sheet.js'

/** What is wrong with a drawn figure, as one sentence each: marks outside their panel, and text that something covers. */
export function sceneFaults({ marks, width, height }: Scene): readonly string[] {
  const faults: string[] = []
  const name = (mark: Mark) => `${mark.kind} "${mark.what}" of ${mark.panel}`
  for (const mark of marks) {
    if (!staysInside(mark)) faults.push(`${name(mark)} leaves its panel`)
    if (!staysInside({ ...mark, bounds: { x: 0, y: 0, width, height } })) faults.push(`${name(mark)} leaves the figure`)
  }

  const texts = marks.filter(({ kind }) => kind === 'text')
  texts.forEach((text, index) => {
    for (const other of texts.slice(index + 1)) if (overlap(text.box, other.box)) faults.push(`${name(text)} overlaps ${name(other)}`)
    for (const other of marks) {
      if (other.kind === 'marker' && overlap(text.box, other.box)) faults.push(`${name(text)} lies on ${name(other)}`)
      if (other.kind === 'curve' && crosses(text.box, other.points)) faults.push(`${name(text)} is crossed by a curve of ${other.panel}`)
    }
  })
  return faults
}

/** Whether a polyline enters a box: by sampling each segment more finely than the box is high. */
function crosses(box: Box, points: readonly Point[]): boolean {
  const inside = ({ x, y }: Point) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
  return points.some((point, index) => {
    const next = points[index + 1]
    if (next === undefined) return inside(point)
    const steps = Math.ceil(Math.max(Math.abs(next.x - point.x), Math.abs(next.y - point.y)) / 2) + 1
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps
      if (inside({ x: point.x + share * (next.x - point.x), y: point.y + share * (next.y - point.y) })) return true
    }
    return false
  })
}
