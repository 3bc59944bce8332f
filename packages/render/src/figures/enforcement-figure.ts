import type { Analysis } from '@lat/rows'
import { writeSvg } from '../svg/write-svg.js'
import { enforcementScene } from './enforcement-scene.js'
import type { FigureOptions } from './source.js'

/**
 * What enforcement costs, as one SVG document: the paired shift against prompt size, and the parts this run's
 * micro-benchmark can account for.
 *
 * @throws {RenderInputError} when the run paired nothing at P50, or pairs cells of unequal rate or payload
 */
export function enforcementFigure(analysis: Analysis, options: FigureOptions): string {
  return writeSvg(enforcementScene(analysis, options), `enforcement-${options.theme}`)
}
