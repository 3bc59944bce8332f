import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** Path of a package's command, wherever the package is installed. */
export function binOf(packageName: string, command: string): string {
  return join(dirname(require.resolve(`${packageName}/package.json`)), 'bin', `${command}.mjs`)
}

/** The clone this file runs in, or the directory of the caller when gwbench runs as an installed package. */
function rootDirectory(): string {
  let folder = dirname(require.resolve('@lat/rows/package.json'))
  for (;;) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder
    const parent = dirname(folder)
    if (parent === folder) return fromCaller('.')
    folder = parent
  }
}

/** A path as the user typed it: pnpm starts a script inside the app's folder and tells where it was called from. */
export function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
}

/** Where results go: what the user names, or `results/` of the clone. */
export function resultsPath(out: string | null): string {
  return out === null ? join(rootDirectory(), 'results') : fromCaller(out)
}

/** Where the answers of the mock upstream are. */
export function fixturesPath(fixtures: string | null): string {
  return fixtures === null ? join(rootDirectory(), 'fixtures/replay') : fromCaller(fixtures)
}

/** Version of this package. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(require.resolve('@lat/gwbench/package.json'), 'utf8')) as { version: string }).version
}
