import { readdir } from 'node:fs/promises'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { decompressed } from '@lat/rows/files'
import { abortedFile } from './attempts-text.js'

/** Words that would tell whose machine this was. Names too short or too common to mean anyone are passed over. */
function tellTales(): ReadonlyMap<string, string> {
  const tales = new Map<string, string>()
  const add = (what: string, text: string | undefined) => {
    if (text !== undefined && text.length >= 4 && !['root', 'user', 'localhost', 'runner'].includes(text)) tales.set(text, what)
  }
  add('the host name', hostname())
  add('the home directory', homedir() === '/' ? undefined : homedir())
  add('the working directory', process.cwd() === '/' ? undefined : process.cwd())
  try {
    add('the user name', userInfo().username)
  } catch {
    // A user without an entry in the password file has no name to leak.
  }
  return tales
}

const homePath = /\/(?:home|Users)\/[^/\s"'<>]+/

/**
 * Looks into every file of a run, decompressed, for a user name, host name or home path.
 *
 * @returns one sentence per finding, naming the file; empty when nothing is found
 */
export async function auditFaults(dir: string, tales: ReadonlyMap<string, string> = tellTales()): Promise<readonly string[]> {
  const faults: string[] = []
  for (const name of await readdir(dir)) {
    if (name === abortedFile || name.endsWith('.png')) continue
    let text = ''
    for await (const chunk of decompressed(join(dir, name))) text += chunk.toString('latin1')
    for (const [word, what] of tales) if (text.includes(word)) faults.push(`${name} contains ${what} ("${word}")`)
    const path = homePath.exec(text)
    if (path) faults.push(`${name} contains a home path ("${path[0]}")`)
  }
  return faults
}
