// `pnpm release --registry URL [--dry-run]`: builds, packs and publishes every package to the one registry named.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pnpm } from './pnpm.mjs'
import { environmentSettings, npmrcSettings, releaseDestination } from './release-destination.mjs'
import { packAll, publishedPackages } from './workspace-packages.mjs'

/** Publishes tarballs one after the other; the registry stands on the command line, where nothing outranks it. */
export async function publishTarballs(tarballs, registry, { dryRun = false, npmArgs = [] } = {}) {
  for (const [name, tarball] of tarballs) {
    const scope = name.split('/')[0]
    const args = ['publish', tarball, `--registry=${registry}`, `--${scope}:registry=${registry}`, '--access=public', '--loglevel=error', ...npmArgs, ...(dryRun ? ['--dry-run'] : [])]
    const code = await new Promise((resolve, reject) => spawn('npm', args, { stdio: ['inherit', 'ignore', 'inherit'], shell: process.platform === 'win32' }).on('error', reject).on('exit', resolve))
    if (code !== 0) throw new Error(`npm publish failed for ${name} (exit ${code}). Earlier packages of the list are published.`)
    console.log(`${dryRun ? 'would publish' : 'published'} ${name} to ${registry}`)
  }
}

/** Everything npm reads settings from, most of it absent on most machines. */
function allSettings(packages) {
  const prefix = dirname(dirname(process.execPath))
  const files = ['.npmrc', ...packages.map(({ folder }) => `${folder}/.npmrc`), process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'), process.env['npm_config_globalconfig'] ?? join(prefix, 'etc', 'npmrc')]
  return [...files.filter(existsSync).flatMap((file) => npmrcSettings(readFileSync(file, 'utf8'), file)), ...environmentSettings(process.env)]
}

async function release() {
  const { values } = parseArgs({ args: process.argv.slice(2).filter((argument) => argument !== '--'), options: { registry: { type: 'string' }, 'dry-run': { type: 'boolean' } } })
  const packages = publishedPackages()
  const destination = releaseDestination(values.registry, packages, allSettings(packages))
  if ('refusals' in destination) {
    console.error(`Nothing was published.\n${destination.refusals.map((line) => `  ${line}`).join('\n')}`)
    return 1
  }
  if (pnpm(['-r', 'build']).code !== 0) return 1
  const directory = mkdtempSync(join(tmpdir(), 'lat-release-'))
  try {
    await publishTarballs(packAll(packages, directory), destination.registry, { dryRun: values['dry-run'] ?? false })
    return 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  try {
    process.exitCode = await release()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
