// Runs the fixed scenario of the tests, bundled as a browser would get it, on other engines and compares its hash with the golden.
//
//   node packages/estimators/bench/engines.mjs node deno /path/to/another/node
//
// An engine is a command that runs an ES module given as a file; `deno` and `bun` get their own `run`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const golden = readFileSync(new URL('../test/golden/scenario.sha256', import.meta.url), 'utf8').trim()
const directory = mkdtempSync(join(tmpdir(), 'estimators-engines-'))
try {
  const file = join(directory, 'scenario.mjs')
  await build({
    stdin: {
      contents: `import { scenario } from '../test/scenario.js'
console.log(JSON.stringify(scenario(), (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value)))`,
      resolveDir: here,
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    outfile: file,
    logLevel: 'error',
  })
  const results = process.argv.slice(2).map((engine) => {
    const command = /^(deno|bun)\b/.test(basename(engine)) ? ['run', file] : [file]
    const version = spawnSync(engine, ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0]?.trim() ?? ''
    const { status, stdout, error } = spawnSync(engine, command, { encoding: 'utf8', maxBuffer: 1 << 28 })
    if (status !== 0) return { engine, version, same: null, why: error?.message ?? `exit code ${status}` }
    const hash = createHash('sha256').update(stdout.trimEnd()).digest('hex')
    return { engine, version, same: hash === golden, hash }
  })
  for (const { engine, version, same, hash, why } of results) console.log(`${basename(engine).padEnd(8)} ${version.padEnd(24)} ${same === null ? `skipped: ${why}` : `${same ? 'same bits' : 'OTHER BITS'} ${hash}`}`)
  console.log(JSON.stringify({ name: 'estimators-engines', golden, results: results.map(({ version, same }) => ({ version, same })) }))
  if (results.some(({ same }) => same !== true)) process.exitCode = 1
} finally {
  rmSync(directory, { recursive: true })
}
