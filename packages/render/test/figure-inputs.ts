import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FigureOptions } from '../src/index.js'

const require = createRequire(import.meta.url)

/** What an app reads from disk before it asks for a PNG. */
export const wasm = readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm'))
export const fonts = ['Regular', 'SemiBold'].map((weight) => readFileSync(new URL(`../fonts/Inter-${weight}.ttf`, import.meta.url)))

/** Options that do not change with the version of this package. */
export function figureOptions(theme: FigureOptions['theme']): FigureOptions {
  return { theme, source: { directory: 'results/2026-11-30-0a1b2c3-linux-x64-2c-r1', treeHash: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', renderer: '@lat/render (test)' } }
}
