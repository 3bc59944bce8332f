import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { linearScale, logitScale, logScale } from '../src/svg/scale.js'
import { textWidth } from '../src/svg/text-width.js'
import type { FontWeight } from '../src/svg/text-width.js'
import { themes } from '../src/svg/theme.js'
import { linearTicks, logTicks, tickLabel } from '../src/svg/ticks.js'

const range = { from: 0, to: 100 }

describe('scales', () => {
  it('give each factor of a log axis and each tail of a logit axis its room', () => {
    expect(logScale([0.1, 10], range).at(1)).toBeCloseTo(50, 10)
    const logit = logitScale([0.01, 0.99], range)
    expect(logit.at(0.5)).toBeCloseTo(50, 10)
    expect(logit.at(0.1) + logit.at(0.9)).toBeCloseTo(100, 10)
    expect(linearScale([-1, 3], range).at(0)).toBe(25)
  })

  it('stay finite on a range of one value', () => {
    for (const scale of [linearScale([5, 5], range), linearScale([0, 0], range), logScale([5, 5], range)]) {
      expect(scale.at(scale.domain[0])).toBe(0)
      expect(Number.isFinite(scale.at(5))).toBe(true)
      expect(linearTicks(scale.domain, 4).length).toBeGreaterThan(1)
    }
  })

  it.each([
    ['a log axis from zero', () => logScale([0, 5], range), 'LAT_RND_LOG_DOMAIN'],
    ['a log axis below zero', () => logScale([-15, 5], range), 'LAT_RND_LOG_DOMAIN'],
    ['a logit axis up to one', () => logitScale([0.01, 1], range), 'LAT_RND_LOG_DOMAIN'],
    ['an axis to NaN', () => linearScale([0, Number.NaN], range), 'LAT_RND_NOT_FINITE'],
  ])('refuse %s', (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ code }))
  })
})

describe('ticks', () => {
  it('are 1, 2 and 5 on a log axis', () => {
    expect(logTicks([0.18, 24])).toEqual([0.2, 0.5, 1, 2, 5, 10, 20])
  })

  it('are evenly spaced where a log axis spans too little', () => {
    expect(logTicks([1.1, 1.9])).toEqual([1.2, 1.4, 1.6, 1.8])
  })

  it('are round on a linear axis, across zero too', () => {
    expect(linearTicks([-60, 110], 5)).toEqual([-50, 0, 50, 100])
  })

  it('are written without an exponent', () => {
    expect([1e-9, 0.5, -20, 1e9].map(tickLabel)).toEqual(['0.000000001', '0.5', '−20', '1000000000'])
  })
})

/** Advance width of a character, read from the tables of a TrueType file. */
function advanceOf(font: DataView, codePoint: number): number {
  const table = (tag: string) => {
    for (let at = 12; ; at += 16) if ([0, 1, 2, 3].every((i) => font.getUint8(at + i) === tag.charCodeAt(i))) return font.getUint32(at + 8)
  }
  const [head, hhea, hmtx, cmap] = ['head', 'hhea', 'hmtx', 'cmap'].map(table) as [number, number, number, number]
  for (let index = 0; index < font.getUint16(cmap + 2); index += 1) {
    const start = cmap + font.getUint32(cmap + 4 + 8 * index + 4)
    if (font.getUint16(start) !== 12) continue
    for (let group = 0; group < font.getUint32(start + 12); group += 1) {
      const at = start + 16 + 12 * group
      const [first, last, glyph] = [font.getUint32(at), font.getUint32(at + 4), font.getUint32(at + 8)]
      if (codePoint < first || codePoint > last) continue
      const metric = Math.min(glyph + codePoint - first, font.getUint16(hhea + 34) - 1)
      return (font.getUint16(hmtx + 4 * metric) * 1000) / font.getUint16(head + 18)
    }
  }
  throw new Error(`no glyph for U+${codePoint.toString(16)}`)
}

describe('textWidth', () => {
  it.each([[400, 'Regular'], [600, 'SemiBold']] as const)('agrees with the font file at weight %d', (weight: FontWeight, name) => {
    const bytes = readFileSync(new URL(`../fonts/Inter-${name}.ttf`, import.meta.url))
    const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const characters = [...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), ...'µ−·×–—…≥≤→±’']
    for (const character of characters) expect(Math.abs(textWidth(character, { sizePx: 1000, weight }) - advanceOf(font, character.codePointAt(0)!)), character).toBeLessThanOrEqual(0.5)
  })

  it('never reads a character it does not know as narrow', () => {
    expect(textWidth('ß', { sizePx: 1000 })).toBeGreaterThan(600)
    expect(textWidth('漢', { sizePx: 1000 })).toBe(1000)
  })
})

/** Contrast of two colours by WCAG 2.2. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) =>
    [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index]!, 0)
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('theme %s', (name) => {
  const theme = themes[name]

  it('keeps all text at a contrast of 4.5 or more', () => {
    const faint = Object.entries({ ink: theme.ink, muted: theme.muted, reference: theme.reference, ...Object.fromEntries(Object.entries(theme.arms).map(([arm, { text }]) => [arm, text])) }).filter(([, colour]) => contrast(colour, theme.background) < 4.5)
    expect(faint).toEqual([])
  })

  it('keeps all marks at a contrast of 3 or more', () => {
    expect(Object.entries(theme.arms).filter(([, { mark }]) => contrast(mark, theme.background) < 3).map(([arm]) => arm)).toEqual([])
  })

  it('gives every arm a shape of its own', () => {
    expect(new Set(Object.values(theme.arms).map(({ shape }) => shape)).size).toBe(5)
  })
})
