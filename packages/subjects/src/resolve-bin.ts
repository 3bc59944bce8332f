import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SubjectInputError } from './errors.js'

/**
 * File of a package's executable, found as a module of `from` would find the package.
 *
 * @param name package, or `package#bin` when it has several
 * @param from file path or file URL whose dependencies are searched
 * @throws {SubjectInputError} `LAT_SUBJ_BIN` when there is no such package or executable
 */
export function resolveBin(name: string, from: string | URL): string {
  const [packageName, wanted] = name.split('#', 2) as [string, string?]
  const manifestFile = findManifest(packageName, from)
  if (manifestFile === null) throw new SubjectInputError('LAT_SUBJ_BIN', `{bin:${name}} needs the package ${packageName}, which ${String(from)} cannot resolve. Install it there.`)

  const { bin = {} } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { readonly bin?: string | Readonly<Record<string, string>> }
  const bins = typeof bin === 'string' ? { [packageName.slice(packageName.lastIndexOf('/') + 1)]: bin } : bin
  const names = Object.keys(bins)
  const chosen = wanted ?? (names.length === 1 ? names[0]! : undefined)
  if (chosen === undefined || bins[chosen] === undefined) {
    const choice = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}: write {bin:${packageName}#${names[0]!}}`
    throw new SubjectInputError('LAT_SUBJ_BIN', `{bin:${name}} names no executable of ${packageName} (${manifestFile}); ${choice}.`)
  }
  return join(dirname(manifestFile), bins[chosen])
}

function findManifest(packageName: string, from: string | URL): string | null {
  const require = createRequire(from)
  // By directory first: most packages do not export their package.json.
  for (const directory of require.resolve.paths(packageName) ?? []) {
    const file = join(directory, packageName, 'package.json')
    if (existsSync(file)) return file
  }
  try {
    return require.resolve(`${packageName}/package.json`)
  } catch {
    return null
  }
}
