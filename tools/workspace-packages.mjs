import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pnpm } from './pnpm.mjs'

/** Every package that is published: `{ folder, file, manifest }`. The working directory is the repository root. */
export function publishedPackages() {
  return ['packages', 'apps']
    .flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`))
    .map((folder) => ({ folder, file: `${folder}/package.json` }))
    .filter(({ file }) => existsSync(file))
    .map(({ folder, file }) => ({ folder, file, manifest: JSON.parse(readFileSync(file, 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
}

/** Packs every built package into `directory` and returns their files by name, or throws naming the one that failed. */
export function packAll(packages, directory) {
  return new Map(packages.map(({ folder, manifest }) => {
    const { code, stdout } = pnpm(['-C', folder, 'pack', '--json', '--pack-destination', directory], { inherit: false })
    if (code !== 0) throw new Error(`pnpm pack failed for ${manifest.name} (exit ${code}).`)
    const { filename } = JSON.parse(stdout)
    return [manifest.name, existsSync(filename) ? filename : join(directory, filename)]
  }))
}
