import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { outputFaults } from '../../src/command/output-faults.js'
import { runWords } from '../run-words.js'

const directory = mkdtempSync(join(tmpdir(), 'loadgen-outputs-'))
afterAll(() => rmSync(directory, { recursive: true }))
const at = (name: string): string => join(directory, name)
writeFileSync(at('old.csv'), 'x')
symlinkSync(at('old.csv'), at('link.csv'))

const faults = (rows: string, hdr: string, input = at('body.json')): string[] => outputFaults([{ flag: '--rows', path: rows }, { flag: '--hdr', path: hdr }], [{ flag: '--body-file', path: input }])

describe('outputFaults', () => {
  it('has nothing against new files and old ones', () => {
    expect(faults(at('new.csv'), at('old.csv'))).toEqual([])
  })

  it.each([
    ['a directory', directory, at('a'), ' is a directory'],
    ['a directory that does not exist', at('absent/a'), at('b'), 'there is no directory'],
    ['a file in place of a directory', at('old.csv/a'), at('b'), 'there is no directory'],
    ['one file twice', at('a'), `${directory}/./a`, 'is the file of --rows too'],
    ['one file under two names', at('old.csv'), at('link.csv'), 'is the file of --rows too'],
    ['an input', at('body.json'), at('b'), 'is the file of --body-file too'],
  ])('names %s', (_what, rows, hdr, named) => {
    expect(faults(rows, hdr)).toEqual([expect.stringContaining(named)])
  })
})

describe.skipIf(process.platform === 'win32')('outputFaults of a device', () => {
  it('refuses it for a file that is renamed into place, and for no other', () => {
    const device = { flag: '--rows', path: '/dev/null' }
    expect(outputFaults([device], [])).toEqual([])
    expect(outputFaults([{ ...device, renamed: true }], [])).toEqual([expect.stringContaining('--rows /dev/null is not a regular file')])
  })
})

describe('loadgen', () => {
  it('refuses files that cannot be written before it sends anything, all in one message', async () => {
    const { exitCode, out, err } = await runWords(['--rows', directory, '--hdr', at('absent/run.hlog'), 'http://127.0.0.1:1/'])
    expect([exitCode, out]).toEqual([2, ''])
    expect(err).toMatch(/--rows .* is a directory; .*--hdr .*there is no directory/)
  })
})
