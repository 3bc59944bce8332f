import type { Analysis } from '@lat/rows'
import { writeSvg } from '../svg/write-svg.js'
import { hostScene } from './host-scene.js'
import type { FigureOptions } from './source.js'

/**
 * CPU idle around every cell and the drift between the canaries, as one SVG document.
 *
 * @throws {RenderInputError} when the run holds no readable sensor value
 */
export function hostFigure(analysis: Analysis, options: FigureOptions): string {
  return writeSvg(hostScene(analysis, options), `host-${options.theme}`)
}
