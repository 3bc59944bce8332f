import type { Analysis } from '@lat/rows'
import { writeSvg } from '../svg/write-svg.js'
import { repetitionsScene } from './repetitions-scene.js'
import type { FigureOptions } from './source.js'

/**
 * Both readings of every repetition-matched pair, as one SVG document.
 *
 * @throws {RenderInputError} when the run paired nothing, or pairs cells of unequal rate or payload
 */
export function repetitionsFigure(analysis: Analysis, options: FigureOptions): string {
  return writeSvg(repetitionsScene(analysis, options), `repetitions-${options.theme}`)
}
