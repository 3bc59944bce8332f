import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { overheadFigure, renderPng, RenderInputError } from '../src/index.js'
import { figureOptions, fonts, wasm } from './figure-inputs.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const svg = overheadFigure(syntheticAnalysis({ mode: 'smoke' }), figureOptions('light'))

describe('renderPng', () => {
  it('draws the text of a figure with the fonts it is given', async () => {
    const png = await renderPng(svg, { wasm, fonts })
    const size = new DataView(png.buffer, png.byteOffset)
    expect([...png.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG')
    expect(size.getUint32(16)).toBe(2000)

    const mute = await renderPng(svg.replace(/<text[^]*?<\/text>/g, ''), { wasm, fonts })
    expect(png.length).toBeGreaterThan(mute.length * 1.3)
  })

  it('gives the same bytes twice', async () => {
    const [first, second] = [await renderPng(svg, { wasm, fonts }), await renderPng(svg, { wasm, fonts })]
    expect(sha256(first)).toBe(sha256(second))
  })

  it('refuses to draw without fonts, and what is not SVG', async () => {
    await expect(renderPng(svg, { wasm, fonts: [] })).rejects.toThrow(RenderInputError)
    await expect(renderPng('<svg', { wasm, fonts })).rejects.toThrow(expect.objectContaining({ code: 'LAT_RND_PNG' }))
  })
})
