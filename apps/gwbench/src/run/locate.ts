import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** Path of a package's command, wherever the package is installed. */
export function binOf(packageName: string, command: string): string {
  return join(dirname(require.resolve(`${packageName}/package.json`)), 'bin', `${command}.mjs`)
}

/** The clone this file runs in, or `null` when gwbench runs as an installed package. */
function cloneDirectory(): string | null {
  const mockupstream = dirname(require.resolve('@lat/mockupstream/package.json'))
  return existsSync(join(mockupstream, 'src')) ? resolve(mockupstream, '../..') : null
}

/** A path as the user typed it: pnpm starts a script inside the app's folder and tells where it was called from. */
export function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
}

/** Where results go: what the user names, `results/` of the clone, or `results/` where an installed gwbench was called. */
export function resultsPath(out: string | null): string {
  return out === null ? join(cloneDirectory() ?? fromCaller('.'), 'results') : fromCaller(out)
}

/** Where the answers of the mock upstream are: what the user names, those of the clone, or those its package carries. */
export function fixturesPath(fixtures: string | null): string {
  if (fixtures !== null) return fromCaller(fixtures)
  const clone = cloneDirectory()
  return clone === null ? join(dirname(require.resolve('@lat/mockupstream/package.json')), 'dist/fixtures') : join(clone, 'fixtures/replay')
}

/** Version of this package. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(require.resolve('@lat/gwbench/package.json'), 'utf8')) as { version: string }).version
}
