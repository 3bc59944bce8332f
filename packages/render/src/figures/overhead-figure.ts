import type { Analysis } from '@lat/rows'
import { writeSvg } from '../svg/write-svg.js'
import { overheadScene } from './overhead-scene.js'
import type { FigureOptions } from './source.js'

/**
 * The latency distributions of a run as one SVG document: a panel per prompt size and response mode, a curve per cell group.
 *
 * @throws {RenderInputError} when the run has nothing to draw, or a group mixes rates
 */
export function overheadFigure(analysis: Analysis, options: FigureOptions): string {
  return writeSvg(overheadScene(analysis, options), `overhead-${options.theme}`)
}
