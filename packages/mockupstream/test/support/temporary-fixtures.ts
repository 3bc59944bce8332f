import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { FIXTURES_DIR } from './fixtures-dir.js'

/** A copy of the committed fixtures with some files replaced; removed when the test ends. */
export async function temporaryFixtures(replaced: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lat-fixtures-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await cp(FIXTURES_DIR, directory, { recursive: true })
  for (const [name, content] of Object.entries(replaced)) await writeFile(join(directory, name), content)
  return directory
}
