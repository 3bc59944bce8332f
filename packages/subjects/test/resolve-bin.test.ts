import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveBin } from '../src/resolve-bin.js'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lat bin '))
  const manifests = { '@a/one': { bin: './cli.mjs' }, several: { bin: { first: 'bin/1.mjs', second: 'bin/2.mjs' }, exports: './index.js' }, none: {} }
  for (const [name, manifest] of Object.entries(manifests)) {
    await mkdir(join(root, 'node_modules', name), { recursive: true })
    await writeFile(join(root, 'node_modules', name, 'package.json'), JSON.stringify({ name, ...manifest }))
  }
})
afterAll(() => rm(root, { recursive: true }))

describe('resolveBin', () => {
  it('finds the only executable of a package that exports nothing else', () => {
    expect(resolveBin('@a/one', join(root, 'app.mjs'))).toBe(join(root, 'node_modules/@a/one/cli.mjs'))
    expect(resolveBin('@a/one', pathToFileURL(join(root, 'deep/er/app.mjs')))).toBe(join(root, 'node_modules/@a/one/cli.mjs'))
  })

  it('finds one of several by its name', () => {
    expect(resolveBin('several#second', join(root, 'app.mjs'))).toBe(join(root, 'node_modules/several/bin/2.mjs'))
  })

  it.each([
    ['absent', 'needs the package absent, which'],
    ['several', 'it has first, second: write {bin:several#first}'],
    ['several#third', 'it has first, second'],
    ['none', 'it has none'],
  ])('refuses %s', (name, named) => {
    expect(() => resolveBin(name, join(root, 'app.mjs'))).toThrow(expect.objectContaining({ code: 'LAT_SUBJ_BIN', message: expect.stringContaining(named) as string }))
  })
})
