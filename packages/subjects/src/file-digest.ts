import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const known = new Map<string, string>()

/** SHA-256 of a file in hex. An unchanged file (same inode, size and times) is read once per process. */
export async function fileDigest(path: string): Promise<string> {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path)
  const key = [path, dev, ino, size, mtimeMs, ctimeMs].join('\0')
  const digest = known.get(key)
  if (digest !== undefined) return digest

  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  const fresh = hash.digest('hex')
  known.set(key, fresh)
  return fresh
}
