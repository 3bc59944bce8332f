import { readdirSync, readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as elementary from '../src/elementary.js'
import * as estimators from '../src/index.js'
import * as random from '../src/rng.js'
import { checkExample, evaluate } from './check-example.js'

const scope: Readonly<Record<string, unknown>> = { ...elementary, ...random, ...estimators }
const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

describe('docstrings', () => {
  const files = (readdirSync(new URL('src', root), { recursive: true }) as string[]).filter((file) => file.endsWith('.ts')).sort()
  const examples = files.flatMap((file) =>
    [...read(`src/${file}`).matchAll(/\* @example (.+?) \/\/ (.+)$/gm)].map(([, code, comment]) => [file, code!, comment!] as const),
  )
  it('show an example of every public function', () => {
    const shown = examples.map(([, code]) => code).join('\n')
    const functions = Object.entries(scope).filter(([name, value]) => typeof value === 'function' && name !== 'EstimatorInputError')
    expect(functions.map(([name]) => name).filter((name) => !shown.includes(`${name}(`))).toEqual([])
  })
  it.each(examples)('%s: %s', (file, code, comment) => {
    checkExample(evaluate(`return (${code})`, scope), comment, file)
  })
})

describe.each(['README.md', 'docs/analysis.md'])('%s', (path) => {
  const blocks = [...read(path).matchAll(/```ts\n([\s\S]+?)```/g)].map(([, code]) => code!)
  it('has examples', () => {
    expect(blocks.length).toBeGreaterThan(0)
  })
  it.each(blocks.map((code, i) => [i + 1, code] as const))('block %d runs and says what it gives', (i, code) => {
    // an expression with a comment behind it becomes a check of the two
    const checked = code
      .replace(/^import .*$/gm, '')
      .split('\n')
      .map((line) => {
        const shown = /^(?!const |let |\/\/)(\S.*?)\s+\/\/ (.+)$/.exec(line)
        return shown ? `check(${shown[1]!}, ${JSON.stringify(shown[2])})` : line
      })
      .join('\n')
    const { code: script } = transformSync(checked, { loader: 'ts' })
    const check = (actual: unknown, comment: string): void => checkExample(actual, comment, `${path} block ${i}`)
    evaluate(script, { ...scope, check })
  })
})
