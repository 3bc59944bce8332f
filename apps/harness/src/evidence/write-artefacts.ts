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

/** The figures of a run as pictures, one after the other. */
export async function* drawPngs({ files, figures }: Artefacts): AsyncGenerator<{ readonly name: string; readonly png: Uint8Array }> {
  const bytes = rasteriser()
  for (const name of figures) yield { name: name.replace(/\.svg$/, '.png'), png: await renderPng(files.get(name)!, bytes) }
}

/** Writes the figures of a run as SVG and PNG. */
export async function writeFigures(dir: string, made: Artefacts): Promise<void> {
  for (const name of made.figures) await writeTextFile(join(dir, name), made.files.get(name)!)
  for await (const { name, png } of drawPngs(made)) await writeFile(join(dir, name), png)
}

/** Writes everything a run publishes but its MANIFEST. */
export async function writeArtefacts(dir: string, made: Artefacts, writeThem = writeFigures): Promise<void> {
  for (const [name, text] of made.files) if (!made.figures.includes(name)) await writeTextFile(join(dir, name), text)
  await writeThem(dir, made)
}
