import { writeAtomically } from './write-atomically.js'

/** Writes a text file of a run, whole or not at all. @throws {RowsFileError} naming the path */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await writeAtomically(path, [Buffer.from(text, 'utf8')])
}
