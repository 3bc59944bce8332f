import { createHash } from 'node:crypto'
import { decompressed } from './decompressed.js'

/** sha256 of a file's uncompressed bytes, hex: what a manifest records. @throws {RowsFileError} naming the path */
export async function sha256OfUncompressed(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of decompressed(path)) hash.update(chunk)
  return hash.digest('hex')
}
