import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Declaration } from './declaration.js'
import { SubjectInputError } from './errors.js'
import { parseDeclaration } from './parse-declaration.js'

/**
 * Reads a declaration from a file, or one of those that come with this package by its bare name.
 *
 * @throws {SubjectInputError} `LAT_SUBJ_DECLARATION`, with every fault or the names there are
 * @example loadDeclaration('nginx').request.path // '/v1/chat/completions'
 */
export function loadDeclaration(nameOrFile: string): Declaration {
  const directory = new URL('../examples/', import.meta.url)
  const shipped = readdirSync(directory).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
  const file = shipped.includes(nameOrFile) ? fileURLToPath(new URL(`${nameOrFile}.json`, directory)) : resolve(nameOrFile)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new SubjectInputError('LAT_SUBJ_DECLARATION', `No subject "${nameOrFile}": it is neither a readable file (${file}) nor one of ${shipped.join(', ')}.`, { cause })
  }
  return parseDeclaration(text, file)
}
