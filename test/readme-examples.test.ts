import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { checkExample } from '../packages/estimators/test/check-example.js'
import * as hostgate from '../packages/hostgate/src/index.js'
import * as refgateway from '../packages/refgateway/src/index.js'
import * as rows from '../packages/rows/src/index.js'

const folders = ['packages', 'apps'].flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`)).filter((folder) => existsSync(`${folder}/package.json`))
const readme = (folder: string) => readFileSync(`${folder}/README.md`, 'utf8')
const examples = (folder: string) => [...readme(folder).matchAll(/```(?:js|ts)\n(.*?)```/gs)].map(([, code]) => code!)

describe('the README of every package', () => {
  it.each(folders)('%s: says what it is for, how to get it, when it refuses and where it ends, on less than 120 lines', (folder) => {
    const text = readme(folder)
    const { name } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { name: string }
    expect(text.startsWith(`# ${name}\n\n`)).toBe(true)
    expect(text).toMatch(new RegExp(`^np(m i|x) ${name}`, 'm'))
    for (const heading of ['## When it refuses', '## Limits']) expect(text).toContain(`\n${heading}\n`)
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })
})

/** Packages without a test of their own README; the others run theirs beside their tests. */
const here: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { 'packages/hostgate': hostgate, 'packages/refgateway': refgateway, 'packages/rows': rows }

describe('the examples of every README', () => {
  it('are run, here or by the package itself', () => {
    const ownTest = (folder: string) => ['readme.test.ts', 'examples.test.ts'].some((file) => existsSync(`${folder}/test/${file}`))
    expect(folders.filter((folder) => examples(folder).length > 0 && !(folder in here) && !ownTest(folder))).toEqual([])
  })

  it.each(Object.keys(here))('%s: gives what its comments say', async (folder) => {
    const blocks = examples(folder)
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks) {
      const shown: [unknown, string][] = []
      // What is logged, or stands alone with a comment behind it, is compared with the comment.
      const marked = block
        .replace(/^import .*$/gm, '')
        .replace(/^console\.log\((.*)\) \/\/ (.+)$/gm, (_, logged: string, comment: string) => `show([${logged}].join(' '), ${JSON.stringify(comment)})`)
        .replace(/^(?!const |let |\/\/|show\()(\S.*?) \/\/ (.+)$/gm, (_, value: string, comment: string) => `show(${value}, ${JSON.stringify(comment)})`)
      const { code } = transformSync(marked, { loader: 'ts' })
      const scope = { ...here[folder]!, show: (value: unknown, comment: string) => void shown.push([value, comment]) }
      const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => (...values: unknown[]) => Promise<void>
      await new AsyncFunction(...Object.keys(scope), code)(...Object.values(scope))
      expect(shown.length).toBeGreaterThan(0)
      for (const [value, comment] of shown) {
        if (block.includes('console.log')) expect(value).toBe(comment)
        else checkExample(value, comment.replace(/^('[^']*'): .*$/, '$1'), folder)
      }
    }
  })
})
