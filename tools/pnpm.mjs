// Runs the pinned pnpm (`packageManager` in package.json) without asking that it be installed: a pnpm of that very
// version on PATH is used, else npm fetches it into its own cache.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const version = packageManager.replace('pnpm@', '')

// A script started by npm hands its children npm's own settings as `npm_config_*`, which pnpm would read as its own.
const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_(config_(?!registry|cache|userconfig|offline)|lifecycle|package)/i.test(key)))

function installedVersion() {
  const { stdout, status } = spawnSync('pnpm', ['--version'], { cwd: root, env, encoding: 'utf8', shell: process.platform === 'win32' })
  return status === 0 ? stdout.trim() : null
}

const command = installedVersion() === version ? ['pnpm'] : ['npm', 'exec', '--yes', `--package=pnpm@${version}`, '--', 'pnpm']

/** Runs pnpm with `args` at the repository root and returns its exit code. */
export function pnpm(args, { inherit = true } = {}) {
  const [program, ...rest] = [...command, ...args]
  const { status, signal, error, stdout } = spawnSync(program, rest, { cwd: root, env, stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'inherit'], encoding: 'utf8', shell: process.platform === 'win32' })
  if (error) throw new Error(`Cannot run ${program} (${error.message}). Install Node >= 20.19 with npm, then start again.`, { cause: error })
  return { code: status ?? (signal === 'SIGINT' ? 130 : 1), stdout: stdout ?? '' }
}
