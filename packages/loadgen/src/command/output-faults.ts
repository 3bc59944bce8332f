import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** A file that the command line names, with the word that named it. */
export interface NamedFile {
  readonly flag: string
  readonly path: string
  /** Written beside and renamed into place, which would put a file where a device was. */
  readonly renamed?: boolean
}

/** One spelling per file, also where it does not exist yet. */
function fileIdentity(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const folder = dirname(resolve(path))
    try {
      return join(realpathSync(folder), basename(path))
    } catch {
      return resolve(path)
    }
  }
}

function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

function writeFault({ path, renamed = false }: NamedFile): string | null {
  const folder = dirname(resolve(path))
  if (isDirectory(path)) return 'is a directory; name a file in it'
  if (!isDirectory(folder)) return `cannot be created: there is no directory ${folder}`
  const found = existsSync(path)
  if (renamed && found && !statSync(path).isFile()) return 'is not a regular file, and would be replaced by one; name another'
  try {
    if (found) accessSync(path, constants.W_OK)
    if (renamed || !found) accessSync(folder, constants.W_OK)
    return null
  } catch (error) {
    return `cannot be written: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Why files cannot be written, looked up before the work whose result they are to hold; outputs that would overwrite each other or an input. */
export function outputFaults(outputs: readonly NamedFile[], inputs: readonly NamedFile[]): string[] {
  const taken = new Map(inputs.map(({ flag, path }) => [fileIdentity(path), flag]))
  return outputs.flatMap((output) => {
    const { flag, path } = output
    const identity = fileIdentity(path)
    const earlier = taken.get(identity)
    taken.set(identity, flag)
    if (earlier !== undefined) return [`${flag} ${path} is the file of ${earlier} too; give it a name of its own`]
    const fault = writeFault(output)
    return fault === null ? [] : [`${flag} ${path} ${fault}`]
  })
}
