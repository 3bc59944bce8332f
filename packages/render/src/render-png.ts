import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { RenderInputError } from './errors.js'

export interface RenderPngOptions {
  /** The bytes of `@resvg/resvg-wasm/index_bg.wasm`. Used by the first call; later calls keep what is loaded. */
  readonly wasm: Uint8Array
  /** The bytes of the Inter font files, in weights 400 and 600. Fonts of the system are never used. */
  readonly fonts: readonly Uint8Array[]
  /** Pixels per CSS pixel. Default 2. */
  readonly zoom?: number
}

let loading: Promise<void> | undefined

/**
 * Rasterises a figure. The same SVG, fonts and resvg give the same bytes on every platform.
 *
 * @throws {RenderInputError} without fonts, which would leave the figure without text, or when the SVG cannot be parsed
 */
export async function renderPng(svg: string, { wasm, fonts, zoom = 2 }: RenderPngOptions): Promise<Uint8Array> {
  if (fonts.length === 0) throw new RenderInputError('LAT_RND_PNG', 'A PNG without fonts would have no text. Pass the bytes of the Inter files in fonts/.')
  loading ??= Promise.resolve(initWasm(wasm))
  try {
    await loading
  } catch (cause) {
    loading = undefined
    throw new RenderInputError('LAT_RND_PNG', `The resvg module of ${wasm.byteLength} bytes does not load. Pass the bytes of @resvg/resvg-wasm/index_bg.wasm.`, { cause })
  }
  try {
    const resvg = new Resvg(svg, { fitTo: { mode: 'zoom', value: zoom }, font: { fontBuffers: [...fonts], defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' } })
    const image = resvg.render()
    const png = image.asPng()
    image.free()
    resvg.free()
    return png
  } catch (cause) {
    throw new RenderInputError('LAT_RND_PNG', 'The SVG cannot be rasterised: it is not a figure of this package, or was cut short.', { cause })
  }
}
