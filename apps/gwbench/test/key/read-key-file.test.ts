import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readKeyFile } from '../../src/key/read-key-file.js'

const secret = 'sk-planted-7f3a91c2'
const directory = mkdtempSync(join(tmpdir(), 'gwbench-key-'))
afterAll(() => rmSync(directory, { recursive: true }))

function keyFile(name: string, text: string, mode = 0o600): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const refusal = (given: string, path = given): string => {
  try {
    readKeyFile('v2', given, path)
  } catch (error) {
    expect(error).toMatchObject({ code: 'LAT_GWBENCH_KEY_FILE' })
    return String((error as Error).stack) + JSON.stringify(error)
  }
  throw new Error('was read')
}

describe('readKeyFile', () => {
  it('reads one line from a file that only its owner can read', () => {
    expect(readKeyFile('v2', keyFile('good', `${secret}\n`)).reveal()).toBe(secret)
    expect(readKeyFile('v2', keyFile('read-only', secret, 0o400)).reveal()).toBe(secret)
  })

  it.each([
    ['open to the group', 0o640, secret, '0640'],
    ['open to everybody', 0o644, secret, '0644'],
    ['writable by others', 0o602, secret, '0602'],
    ['empty', 0o600, '\n', 'is empty'],
    ['of two lines', 0o600, `${secret}\nx`, 'not one line'],
    ['with a blank', 0o600, `${secret} x`, 'not one line'],
    ['with a control character', 0o600, `${secret}\r\nx-evil: 1`, 'not one line'],
    ['too large', 0o600, secret.repeat(1000), 'more than the 8192'],
  ])('refuses a file that is %s, without a word of it', (what, mode, text, expected) => {
    const message = refusal(keyFile(what.replaceAll(' ', '-'), text, mode))
    expect(message).toContain(expected)
    expect(message).toContain('target "v2"')
    expect(message).not.toContain(secret)
  })

  it('refuses a directory and a file that is not there, naming the path', () => {
    mkdirSync(join(directory, 'folder'))
    expect(refusal(join(directory, 'folder'))).toContain('not a regular file')
    expect(refusal(join(directory, 'absent'))).toContain(`${directory}/absent cannot be read (ENOENT)`)
  })

  it('does not print back a key that was given in place of its file', () => {
    expect(refusal(secret, join(directory, secret))).not.toContain(secret)
    expect(refusal(`${secret}/${secret}`, join(directory, secret, secret))).not.toContain(secret)
  })
})
