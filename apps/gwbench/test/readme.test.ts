import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as gwbench from '../src/index.js'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))
const runFromSource = pathToFileURL(fileURLToPath(new URL('../../../tools/run-from-source.mjs', import.meta.url))).href
const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

describe('README', () => {
  it('shows an example that prints what its comment says', async () => {
    const block = /```js\n(.*?)```/s.exec(text)![1]!
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', runFromSource, '--conditions=@lat/source', '--input-type=module', '-e', block], { cwd: packageDirectory })
    expect(stdout.trimEnd().split('\n')).toEqual([...block.matchAll(/^console\.log.* \/\/ (.*)$/gm)].map((match) => match[1]))
  })

  it('names only functions there are', () => {
    const section = /## Functions\n(.*?)\n## /s.exec(text)![1]!
    const named = [...section.matchAll(/`([a-z]\w+)`/g)].map((match) => match[1]!)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !(name in gwbench))).toEqual([])
  })

  it('explains every code there is', () => {
    const codes = [...readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8').matchAll(/LAT_GWBENCH_\w+/g)].map((match) => match[0])
    expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([])
  })
})
