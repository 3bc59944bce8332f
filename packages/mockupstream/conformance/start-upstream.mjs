// The upstream as these programs start it: from source in a clone.
import { existsSync } from 'node:fs'

const source = new URL('../src/index.ts', import.meta.url)
if (existsSync(source)) await import('../../../tools/run-from-source.mjs')

export const { startFake } = await import(existsSync(source) ? source.href : '../dist/index.js')
