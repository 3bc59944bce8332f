import { SUBJECT_MODES, type Declaration, type SubjectMode } from './declaration.js'
import { placeholdersOf } from './placeholders.js'

/**
 * Modes in which a declared subject can be started.
 *
 * Those it declares; without any, all of them when it passes `{mode}` on, else passthrough alone:
 * a program that is not told its mode cannot differ between modes.
 */
export function supportedModes(declaration: Declaration): readonly SubjectMode[] {
  if (declaration.modes) return SUBJECT_MODES.filter((mode) => declaration.modes![mode] !== undefined)
  const { argv, env = {}, files = {} } = declaration
  const told = [...argv, ...Object.values(env), ...Object.values(files)].some((text) => placeholdersOf(text).includes('mode'))
  return told ? SUBJECT_MODES : ['passthrough']
}
