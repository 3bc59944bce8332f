import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { auditFaults } from '../src/evidence/audit.js'
import { temporaryResults } from './tiny-run.js'

const tales = new Map([['wren-workstation', 'the host name']])

describe('auditFaults', () => {
  it('finds nothing in rows and ledgers that name nobody', async () => {
    const dir = temporaryResults()
    writeFileSync(join(dir, 'rows.csv.gz'), gzipSync('1,2,3\n'))
    writeFileSync(join(dir, 'MANIFEST'), 'OS=linux 6.1\n')
    expect(await auditFaults(dir, tales)).toEqual([])
  })

  it('looks inside compressed files', async () => {
    const dir = temporaryResults()
    writeFileSync(join(dir, 'rows.csv.gz'), gzipSync('from wren-workstation\n'))
    expect(await auditFaults(dir, tales)).toEqual(['rows.csv.gz contains the host name ("wren-workstation")'])
  })

  it.each(['/home/wren/project', '/Users/wren/project'])('finds the home path %s of somebody else', async (path) => {
    const dir = temporaryResults()
    writeFileSync(join(dir, 'x.txt'), `cwd ${path}\n`)
    expect((await auditFaults(dir, tales))[0]).toMatch(/^x\.txt contains a home path/)
  })
})
