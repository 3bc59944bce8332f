import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { GwbenchInputError } from '../errors.js'
import { Secret } from './secret.js'

const LARGEST_BYTES = 8192
const OTHERS = 0o077

function refused(target: string, what: string, cause?: unknown): GwbenchInputError {
  return new GwbenchInputError('LAT_GWBENCH_KEY_FILE', `Key file of target "${target}": ${what}`, cause === undefined ? undefined : { cause })
}

/** A key given in place of its file must not be printed back: only what is surely a path is named. */
function named(path: string): string {
  return path.includes('/') && !/\s/.test(path) ? path : 'what was given as its path'
}

/**
 * Reads the key of a target from a file that only its owner can read.
 *
 * No message ever holds a part of the file, nor what was given as a path when it may be the key itself.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_KEY_FILE` when the file is missing, open to others, empty, larger than 8 KiB or not one line of printable ASCII
 */
export function readKeyFile(target: string, path: string): Secret {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw refused(target, `${named(path)} cannot be read (${code}). Name a file that holds the key; a key itself is never given on the command line.`)
  }
  try {
    const { mode, size } = statOf(target, path, file)
    if ((mode & OTHERS) !== 0) {
      throw refused(target, `${named(path)} has mode 0${(mode & 0o777).toString(8)}, so others can read it. Run chmod 600 on it, and replace the key if the machine is shared.`)
    }
    if (size > LARGEST_BYTES) throw refused(target, `${named(path)} holds ${size} bytes, more than the ${LARGEST_BYTES} a key may have.`)
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (text === '') throw refused(target, `${named(path)} is empty. Leave the key file out for an endpoint without a key.`)
    if (!/^[!-~]+$/.test(text)) throw refused(target, `${named(path)} is not one line of printable ASCII without blanks, so it cannot be sent as a key.`)
    return new Secret(text)
  } finally {
    closeSync(file)
  }
}

function statOf(target: string, path: string, file: number): { readonly mode: number; readonly size: number } {
  const stat = fstatSync(file)
  if (!stat.isFile()) throw refused(target, `${named(path)} is not a regular file.`)
  return stat
}
