import type { Analysis } from '@lat/rows'
import { writeSvg } from '../svg/write-svg.js'
import { shiftScene } from './shift-scene.js'
import type { FigureOptions } from './source.js'

/**
 * Every quantile shift against direct with its interval, as one SVG document.
 *
 * @throws {RenderInputError} when the run has no resolved shift, or a shift stands between cells of unequal rate or payload
 */
export function shiftFigure(analysis: Analysis, options: FigureOptions): string {
  return writeSvg(shiftScene(analysis, options), `shift-${options.theme}`)
}
