import { readdirSync, readFileSync } from 'node:fs'
import { preProcessFile } from 'typescript'
import { describe, expect, it } from 'vitest'

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
  readonly publishConfig?: { readonly exports?: unknown }
}

const pure = ['estimators', 'sse', 'rows', 'bands', 'render']
const edge = ['hostgate', 'subjects', 'mockupstream', 'loadgen', 'refgateway']
const apps = ['harness', 'gwbench', 'conformance']

/** Which workspace packages each package may import, beside its third-party dependencies. */
const allowed: Readonly<Record<string, { readonly workspace: readonly string[]; readonly thirdParty: readonly string[] }>> = {
  estimators: { workspace: [], thirdParty: ['seedrandom'] },
  sse: { workspace: [], thirdParty: [] },
  rows: { workspace: [], thirdParty: ['zod'] },
  bands: { workspace: ['estimators', 'rows'], thirdParty: ['zod'] },
  render: { workspace: ['estimators', 'rows'], thirdParty: ['@resvg/resvg-wasm'] },
  hostgate: { workspace: pure, thirdParty: ['cac', 'picocolors', 'zod'] },
  subjects: { workspace: [...pure, 'hostgate'], thirdParty: ['zod'] },
  mockupstream: { workspace: pure, thirdParty: ['cac', 'zod'] },
  loadgen: { workspace: pure, thirdParty: ['cac', 'hdr-histogram-js', 'undici', 'zod'] },
  refgateway: { workspace: pure, thirdParty: ['cac', 'tiktoken', 'undici', 'zod'] },
  harness: { workspace: [...pure, ...edge], thirdParty: ['@resvg/resvg-wasm', 'cac', 'picocolors', 'zod'] },
  gwbench: { workspace: [...pure, ...edge], thirdParty: ['cac', 'picocolors', 'zod'] },
}

function folders(root: string): string[] {
  return readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
}

/** What a file really imports: a script that it prints as text imports nothing here. */
function importsOf(file: string): string[] {
  return preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName)
}

function packageOf(specifier: string): string {
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

const packages = [...folders('packages').map((name) => ({ name, folder: `packages/${name}` })), ...folders('apps').map((name) => ({ name, folder: `apps/${name}` }))]
const manifestOf = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest

describe.each(packages)('$folder', ({ name, folder }) => {
  const manifest = manifestOf(folder)

  it('is a package the architecture knows', () => {
    expect(Object.keys(allowed)).toContain(name)
    expect(manifest.name).toBe(`@lat/${name}`)
  })

  it('depends only on what the architecture allows it', () => {
    const rule = allowed[name]!
    const permitted = new Set([...rule.workspace.map((each) => `@lat/${each}`), ...rule.thirdParty])
    expect(Object.keys(manifest.dependencies ?? {}).filter((dependency) => !permitted.has(dependency))).toEqual([])
  })

  it('imports only what it declares', () => {
    const declared = new Set([...Object.keys(manifest.dependencies ?? {}), manifest.name])
    const undeclared = sources(`${folder}/src`).flatMap((file) =>
      importsOf(file)
        .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:') && !declared.has(packageOf(specifier)))
        .map((specifier) => `${file}: ${specifier}`),
    )
    // Render may name the types of bands; everything it runs comes from its own dependencies.
    expect(undeclared.filter((line) => !(name === 'render' && line.endsWith('@lat/bands')))).toEqual([])
  })

  it('offers source to the workspace and only its build to the registry', () => {
    expect(JSON.stringify(manifest.exports)).toContain('@lat/source')
    expect(JSON.stringify(manifest.publishConfig?.exports ?? '@lat/source')).not.toContain('@lat/source')
  })

  it('keeps every source file to one room', () => {
    const long = sources(`${folder}/src`).map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length })).filter(({ lines }) => lines > 250)
    expect(long).toEqual([])
  })

  it('has no catch-all file', () => {
    expect(sources(`${folder}/src`).filter((file) => /\/(utils|helpers|common|types)\.ts$/.test(file))).toEqual([])
  })
})

describe('the layers', () => {
  it('keep apps from importing each other and packages from importing apps', () => {
    const imports = packages.flatMap(({ folder }) => Object.keys(manifestOf(folder).dependencies ?? {}).map((dependency) => `${folder} -> ${dependency}`))
    expect(imports.filter((line) => apps.some((app) => line.endsWith(`@lat/${app}`)))).toEqual([])
  })

  it('keep the seeded generator behind @lat/estimators', () => {
    const users = packages.flatMap(({ folder }) => sources(`${folder}/src`)).filter((file) => importsOf(file).includes('seedrandom'))
    expect(users.every((file) => file.startsWith('packages/estimators/'))).toBe(true)
  })
})
