import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { GwbenchInputError } from '../errors.js'

/**
 * Makes a file that only its owner can read; one that exists is never overwritten. Made before the key is asked for, so that
 * no key is created which then has no place.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_KEY_FILE` when it exists or cannot be made
 */
export function createKeyFile(path: string): { write(text: string): void; discard(): void } {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new GwbenchInputError('LAT_GWBENCH_KEY_FILE', code === 'EEXIST' ? `${path} exists already, and a key is never overwritten. Name another --out.` : `${path} cannot be made (${code ?? 'unknown error'}).`, { cause })
  }
  return {
    write: (text) => {
      writeSync(file, `${text}\n`)
      closeSync(file)
    },
    discard: () => {
      closeSync(file)
      unlinkSync(path)
    },
  }
}
