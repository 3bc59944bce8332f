import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { renderPng } from '@lat/render'
import { writeTextFile } from '@lat/rows/files'
import type { Artefacts } from './artefacts.js'

const require = createRequire(import.meta.url)

function rasteriser() {
  const fonts = join(dirname(require.resolve('@lat/render/package.json')), 'fonts')
  return {
    wasm: readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')),
    fonts: ['Inter-Regular.ttf', 'Inter-SemiBold.ttf'].map((name) => readFileSync(join(fonts, name))),
  }
}

/** Writes the figures of a run as SVG and PNG. */
export async function writeFigures(dir: string, { files, figures }: Artefacts): Promise<void> {
  const bytes = rasteriser()
  for (const name of figures) {
    await writeTextFile(join(dir, name), files.get(name)!)
    await writeFile(join(dir, name.replace(/\.svg$/, '.png')), await renderPng(files.get(name)!, bytes))
  }
}

/** Writes everything a run publishes but its MANIFEST. */
export async function writeArtefacts(dir: string, made: Artefacts): Promise<void> {
  for (const [name, text] of made.files) if (!made.figures.includes(name)) await writeTextFile(join(dir, name), text)
  await writeFigures(dir, made)
}
