import { unknown, unsupported, type Reading } from '../reading.js'
import type { Host } from './host.js'

/** These mean that the kernel has no such thing; any other code means that it has, and keeps it from us. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EOPNOTSUPP', 'ENOTSUP', 'ENODEV'])

/** Reads and parses one file of `/proc` or `/sys`. */
export async function fromFile<T>(host: Host, path: string, parse: (text: string) => Reading<T>): Promise<Reading<T>> {
  const read = await host.readText(path)
  if ('text' in read) return parse(read.text)
  return ABSENT.has(read.error) ? unsupported(`This kernel has no ${path} (${read.error}).`) : unknown(`${path} cannot be read: ${read.message}`)
}

/** Text of a file, or `''` where it cannot be read: for optional parts of a reading. */
export async function textOrEmpty(host: Host, path: string): Promise<string> {
  const read = await host.readText(path)
  return 'text' in read ? read.text : ''
}
