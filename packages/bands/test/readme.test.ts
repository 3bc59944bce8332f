import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))
const runFromSource = pathToFileURL(fileURLToPath(new URL('../../../tools/run-from-source.mjs', import.meta.url))).href

describe('README', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]!)

  it.each(blocks)('prints what its comments say', async (block) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', runFromSource, '--conditions=@lat/source', '--input-type=module', '-e', block], { cwd: packageDirectory })
    expect(stdout.trimEnd().split('\n')).toEqual([...block.matchAll(/^console\.log.* \/\/ (.*)$/gm)].map((match) => match[1]))
  })

  it('names every error code', () => {
    const source = readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8')
    const codes = [...source.matchAll(/\| '(LAT_BANDS_[A-Z_]+)'/g)].map(([, code]) => code!)
    expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([])
  })
})
