import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

it('every estimator gives the same bits in a realm that has the language and nothing else: no Node, no browser', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { scenario } from './scenario.js'
globalThis.answer = JSON.stringify(scenario(), (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value))`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  const realm: { answer?: string } = {}
  runInContext(outputFiles[0]!.text, createContext(realm))
  const hash = createHash('sha256').update(realm.answer!).digest('hex')
  expect(hash).toBe(readFileSync(new URL('golden/scenario.sha256', import.meta.url), 'utf8').trim())
})
