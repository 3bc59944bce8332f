import { contains, overlap } from './box.js'
import type { Box } from './box.js'
import type { Mark, Point } from './sheet.js'

/** One place where a text may stand. */
export interface Candidate {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

export interface PlaceTextOptions {
  readonly widthPx: number
  /** Height of the whole text above and below the baseline `y`. */
  readonly abovePx: number
  readonly belowPx: number
  /** The region the text must stay in. */
  readonly within: Box
  /** Everything drawn so far; grid and other ground is ignored. */
  readonly marks: readonly Mark[]
}

const clearPx = 2

/** The first candidate at which the text stays in its region and covers nothing; the one that covers least otherwise. */
export function placeText(candidates: readonly Candidate[], { widthPx, abovePx, belowPx, within, marks }: PlaceTextOptions): Candidate {
  const scored = candidates.map((candidate) => {
    const { x, y, anchor } = candidate
    const box = { x: x - (anchor === 'middle' ? widthPx / 2 : anchor === 'end' ? widthPx : 0), y: y - abovePx, width: widthPx, height: abovePx + belowPx }
    return { candidate, faults: (contains(within, box) ? 0 : 1000) + covered(box, marks) }
  })
  return scored.reduce((best, each) => (each.faults < best.faults ? each : best)).candidate
}

function covered(box: Box, marks: readonly Mark[]): number {
  const roomy = { x: box.x - clearPx, y: box.y - clearPx, width: box.width + 2 * clearPx, height: box.height + 2 * clearPx }
  const inside = ({ x, y }: Point) => x > roomy.x && x < roomy.x + roomy.width && y > roomy.y && y < roomy.y + roomy.height
  return marks.filter((mark) => (mark.kind === 'curve' ? mark.points.some(inside) : mark.kind !== 'ground' && overlap(roomy, mark.box))).length
}
