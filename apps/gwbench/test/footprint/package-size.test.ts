import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { packageSize } from '../../src/footprint/package-size.js'

const directory = mkdtempSync(join(tmpdir(), 'gwbench-size-'))
afterAll(() => rmSync(directory, { recursive: true }))
mkdirSync(join(directory, 'build'))
mkdirSync(join(directory, 'node_modules/other'), { recursive: true })
writeFileSync(join(directory, 'package.json'), '{}')
writeFileSync(join(directory, 'build/server.js'), 'x'.repeat(100))
writeFileSync(join(directory, 'node_modules/other/index.js'), 'x'.repeat(5000))
writeFileSync(join(directory, 'program'), 'x'.repeat(30))

describe('packageSize', () => {
  it('is that of the package of a script, without what is installed below it', () => {
    expect(packageSize(join(directory, 'build/server.js'))).toEqual({ bytes: 2 + 100 + 30, of: 'package' })
  })

  it('is that of the file for a program', () => {
    expect(packageSize(join(directory, 'program'))).toEqual({ bytes: 30, of: 'file' })
  })
})
