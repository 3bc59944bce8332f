import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** Path of a package's command, wherever the package is installed. */
export function binOf(packageName: string, command: string): string {
  return join(dirname(require.resolve(`${packageName}/package.json`)), 'bin', `${command}.mjs`)
}

/** The clone this file runs in, or `null` when the harness runs as an installed package. */
export function cloneRoot(): string | null {
  let folder = dirname(require.resolve('@lat/rows/package.json'))
  for (;;) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder
    const parent = dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
}

/** A path as the user typed it: pnpm starts a script inside the app's folder and tells where it was called from. */
export function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
}

/** The replay fixtures: those of the clone, or those that come with the installed mock upstream. */
export function defaultFixturesDir(): string {
  const clone = cloneRoot()
  return clone === null ? join(dirname(require.resolve('@lat/mockupstream/package.json')), 'dist/fixtures') : join(clone, 'fixtures/replay')
}

/** Version of a package as installed. */
export function versionOf(packageName: string): string {
  return (JSON.parse(readFileSync(require.resolve(`${packageName}/package.json`), 'utf8')) as { version: string }).version
}
