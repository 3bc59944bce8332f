import { readFileSync } from 'node:fs'
import { GwbenchInputError } from '../errors.js'
import { fromCaller } from './locate.js'

/** The user message of every request: the text of a file, or `ping`. @throws {GwbenchInputError} `LAT_GWBENCH_USAGE` */
export function readPrompt(file: string | null): string {
  if (file === null) return 'ping'
  const path = fromCaller(file)
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new GwbenchInputError('LAT_GWBENCH_USAGE', `--prompt-file ${path} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}.`, { cause })
  }
}
