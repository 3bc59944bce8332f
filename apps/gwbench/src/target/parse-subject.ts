import { SUBJECT_MODES } from '@lat/subjects'
import type { SubjectMode } from '@lat/subjects'
import { DIRECT } from './target-option.js'

/** A gateway that gwbench starts itself, as the command line names it. */
export interface SubjectOption {
  readonly name: string
  /** File of a declaration, or the name of one that comes with gwbench. */
  readonly source: string
  readonly mode: SubjectMode
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

/**
 * Reads `[NAME=]DECLARATION[@MODE]`; the name is that of the declaration's file when none is given, with the mode when one is.
 *
 * @returns the subject, or a sentence that says what is wrong with it
 * @example parseSubject('examples/subjects/portkey.json') // { name: 'portkey', source: 'examples/subjects/portkey.json', mode: 'passthrough' }
 */
export function parseSubject(text: string): SubjectOption | string {
  const [, given, source, mode] = /^(?:([^=/]*)=)?([^@]*)(?:@(.*))?$/.exec(text) ?? []
  if (source === undefined || source === '') return '--subject is [NAME=]DECLARATION[@MODE], a file or the name of a declaration that comes with gwbench'
  if (mode !== undefined && !SUBJECT_MODES.includes(mode as SubjectMode)) return `--subject ${source}: the mode is "${mode}"; it is ${SUBJECT_MODES.join(', ')}`
  const base = source.replace(/^.*[/\\]/, '').replace(/\.json$/, '')
  const name = given ?? (mode === undefined ? base : `${base}-${mode}`)
  if (!NAME.test(name) || name === DIRECT) return `--subject ${source}: "${name}" cannot be the name of a target; write NAME=${source}`
  return { name, source, mode: (mode as SubjectMode | undefined) ?? 'passthrough' }
}
