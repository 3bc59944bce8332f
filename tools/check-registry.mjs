// `pnpm check:registry [--tarballs DIR]`: publishes every package to a registry of our own on loopback, installs all of them
// from it in a fresh project, and runs ESM and CommonJS imports under Node 20, 22 and 24. Third-party packages come
// from the registry that npm is set up with. Without --tarballs it builds and packs first.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importScripts } from './import-scripts.mjs'
import { startLocalRegistry } from './local-registry.mjs'
import { pnpm } from './pnpm.mjs'
import { publishTarballs } from './release.mjs'
import { packAll, publishedPackages } from './workspace-packages.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { values } = parseArgs({ args: process.argv.slice(2), options: { tarballs: { type: 'string' } } })
const packages = publishedPackages()
const work = mkdtempSync(join(tmpdir(), 'lat-registry-'))
const registry = await startLocalRegistry()

function run(program, args, options) {
  return new Promise((resolve, reject) => {
    spawn(program, args, { stdio: 'inherit', ...options }).on('error', reject).on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ${args[0]} ended with ${code}.`))))
  })
}

/** Tarballs of an earlier pack, by package name. */
function tarballsIn(directory) {
  const files = readdirSync(directory)
  return new Map(packages.map(({ manifest: { name, version } }) => {
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    if (!files.includes(file)) throw new Error(`${directory} holds no ${file}.`)
    return [name, join(directory, file)]
  }))
}

/** Node binaries as npm packages; on a system for which there are none, this very Node is the only one. */
const binaries = process.platform === 'win32' ? {} : Object.fromEntries(['20', '22', '24'].map((major) => [`node${major}`, `npm:node-${process.platform}-${process.arch}@${major}`]))

try {
  if (values.tarballs === undefined && pnpm(['-r', 'build']).code !== 0) throw new Error('The build failed.')
  const tarballs = values.tarballs === undefined ? packAll(packages, work) : tarballsIn(values.tarballs)

  const userconfig = join(work, 'npmrc')
  writeFileSync(userconfig, `//${new URL(registry.url).host}/:_authToken=nobody-checks-this\n`)
  await publishTarballs(tarballs, registry.url, { npmArgs: [`--userconfig=${userconfig}`] })

  const consumer = join(work, 'consumer')
  mkdirSync(consumer)
  writeFileSync(join(consumer, '.npmrc'), `@lat:registry=${registry.url}\n`)
  const ours = Object.fromEntries(packages.map(({ manifest }) => [manifest.name, manifest.version]))
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, type: 'module', dependencies: ours, devDependencies: binaries }, null, 2))
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], { cwd: consumer })

  const scripts = importScripts(packages, consumer)
  const nodes = Object.keys(binaries).length > 0 ? Object.keys(binaries).map((name) => join(consumer, 'node_modules', name, 'bin', 'node')) : [process.execPath]
  for (const node of nodes) {
    await run(node, ['--version'], { cwd: consumer })
    for (const script of scripts) await run(node, [script], { cwd: consumer })
  }
  console.log(`${registry.names().length} packages published to ${registry.url}, installed from it and imported as ESM and CommonJS under ${nodes.length} versions of Node.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await registry.close()
  rmSync(work, { recursive: true, force: true })
}
