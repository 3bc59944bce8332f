import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every name that a user may import, such as `@lat/estimators/rng`. */
export function entrySpecifiers(packages) {
  return packages.flatMap(({ manifest }) => Object.keys(manifest.exports).filter((key) => key !== './package.json').map((key) => `${manifest.name}${key.slice(1)}`))
}

/** Writes one ESM and one CommonJS script into `directory` that load every entry and refuse an empty one; returns their names. */
export function importScripts(packages, directory) {
  const specifiers = entrySpecifiers(packages)
  writeFileSync(join(directory, 'esm.mjs'), specifiers.map((specifier) => `if (Object.keys(await import('${specifier}')).length === 0) throw new Error('${specifier} exports nothing')`).join('\n'))
  writeFileSync(join(directory, 'cjs.cjs'), specifiers.map((specifier) => `if (Object.keys(require('${specifier}')).length === 0) throw new Error('${specifier} exports nothing')`).join('\n'))
  return ['esm.mjs', 'cjs.cjs']
}
