import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const runFromSource = pathToFileURL(fileURLToPath(new URL('../../../tools/run-from-source.mjs', import.meta.url))).href
const blocks = [...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]!)

it.each(blocks)('an example of the README prints what its comments say', async (block) => {
  // Package names are resolved from the package, paths from the repository.
  const script = `process.chdir(${JSON.stringify(repository)})\n${block}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', runFromSource, '--conditions=@lat/source', '--input-type=module', '-e', script], { cwd: fileURLToPath(new URL('..', import.meta.url)) })
  expect(stdout.trimEnd().split('\n')).toEqual([...block.matchAll(/^console\.log.* \/\/ (.*)$/gm)].map((match) => match[1]))
})
