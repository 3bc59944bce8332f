import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as render from '../src/index.js'
import { enforcementFigure } from '../src/index.js'
import { figureOptions } from './figure-inputs.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

const runFromSource = pathToFileURL(fileURLToPath(new URL('../../../tools/run-from-source.mjs', import.meta.url))).href

describe('README', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

  it.each([...text.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]!))('prints what its comments say', async (block) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', runFromSource, '--conditions=@lat/source', '--input-type=module', '-e', block], { cwd: fileURLToPath(new URL('..', import.meta.url)) })
    expect(stdout.trimEnd().split('\n')).toEqual([...block.matchAll(/^console\.log.* \/\/ (.*)$/gm)].map((match) => match[1]))
  })

  it('names every function there is', () => {
    expect(Object.keys(render).filter((name) => !text.includes(`\`${name}`) && !text.includes(`${name}(`))).toEqual([])
  })

  it('lists every code that can be thrown', () => {
    const codes = [...readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8').matchAll(/\| '(LAT_RND_[A-Z_]+)'/g)].map(([, code]) => code!)
    expect([...text.matchAll(/^\| `(LAT_RND_[A-Z_]+)`/gm)].map(([, code]) => code)).toEqual(codes)
  })

  it('shows the figure this package draws today', async () => {
    const svg = enforcementFigure(syntheticAnalysis({ mode: 'quick', microbench: true, subject: 'a made-up gateway' }), { ...figureOptions('light'), source: { directory: 'made-up data, not a measurement', renderer: '@lat/render' } })
    await expect(svg).toMatchFileSnapshot('../docs/enforcement.svg')
  })
})
