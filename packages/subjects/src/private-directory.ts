import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Makes an empty directory that only this user may enter. */
export function privateDirectory(name: string, parent: string = tmpdir()): string {
  return mkdtempSync(join(parent, `lat-${name}-`))
}

/** Writes texts below a directory, by relative path, readable by this user only. */
export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(directory, name)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { mode: 0o600 })
  }
}
