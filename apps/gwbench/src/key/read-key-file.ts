import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { GwbenchInputError } from '../errors.js'
import { Secret } from './secret.js'

const LARGEST_BYTES = 8192
const OTHERS = 0o077

function refused(target: string, what: string, cause?: unknown): GwbenchInputError {
  return new GwbenchInputError('LAT_GWBENCH_KEY_FILE', `Key file of target "${target}": ${what}`, cause === undefined ? undefined : { cause })
}

/** A key given in place of its file must not be printed back: of what cannot be opened, only a plain path is named. */
function named(given: string): string {
  return /^\.{0,2}\/[^\s]*$/.test(given) ? given : 'what was given as its path'
}

/**
 * Reads the key of a target from a file that only its owner can read.
 *
 * No message ever holds a part of the file, nor what was given as a path when it may be the key itself.
 *
 * @param given as the caller typed it
 * @param path the same, resolved
 * @throws {GwbenchInputError} `LAT_GWBENCH_KEY_FILE` when the file is missing, open to others, empty, larger than 8 KiB or not one line of printable ASCII
 */
export function readKeyFile(target: string, given: string, path = given): Secret {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw refused(target, `${named(given)} cannot be read (${code}). Name a file that holds the key; a key itself is never given on the command line.`)
  }
  try {
    const { mode, size } = statOf(target, given, file)
    if ((mode & OTHERS) !== 0) {
      throw refused(target, `${given} has mode 0${(mode & 0o777).toString(8)}, so others can read it. Run chmod 600 on it, and replace the key if the machine is shared.`)
    }
    if (size > LARGEST_BYTES) throw refused(target, `${given} holds ${size} bytes, more than the ${LARGEST_BYTES} a key may have.`)
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (text === '') throw refused(target, `${given} is empty. Leave the key file out for an endpoint without a key.`)
    if (!/^[!-~]+$/.test(text)) throw refused(target, `${given} is not one line of printable ASCII without blanks, so it cannot be sent as a key.`)
    return new Secret(text)
  } finally {
    closeSync(file)
  }
}

function statOf(target: string, given: string, file: number): { readonly mode: number; readonly size: number } {
  const stat = fstatSync(file)
  if (!stat.isFile()) throw refused(target, `${given} is not a regular file.`)
  return stat
}
