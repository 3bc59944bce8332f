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
    expect(stdout.trimEnd().split('\n')).toEqual([...block.matchAll(/^\s*console\.log.* \/\/ (.*)$/gm)].map((match) => match[1]))
  })

  it('names every error code and every export', () => {
    const read = (name: string): string => readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8')
    const codes = [...read('errors.ts').matchAll(/'(LAT_LOAD_[A-Z_]+)'/g)].map(([, code]) => code!)
    const functions = [...read('index.ts').matchAll(/^export \{ ([^}]+) \}/gm)].flatMap(([, names]) => names!.split(', ')).filter((name) => /^[a-z]/.test(name))
    expect([...codes, ...functions].filter((name) => !text.includes(name))).toEqual([])
  })
})
