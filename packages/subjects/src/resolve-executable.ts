import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { SubjectFailure } from './errors.js'

/**
 * Absolute path of the file that a command name starts: searched along `path` unless it holds a slash.
 *
 * @throws {SubjectFailure} `LAT_SUBJ_NOT_FOUND`, naming the command and where it was looked for
 */
export function resolveExecutable(command: string, path: string = process.env['PATH'] ?? '', cwd: string = process.cwd()): string {
  if (isAbsolute(command) || command.includes('/')) {
    const file = resolve(cwd, command)
    if (isExecutable(file)) return realpathSync(file)
    throw new SubjectFailure('LAT_SUBJ_NOT_FOUND', `${file} is not an executable file.`)
  }
  for (const directory of path.split(delimiter)) {
    const file = join(directory === '' ? cwd : directory, command)
    if (isExecutable(file)) return realpathSync(file)
  }
  throw new SubjectFailure('LAT_SUBJ_NOT_FOUND', `No "${command}" on PATH (${path === '' ? 'which is empty' : path}). Install it, or name its full path.`)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
