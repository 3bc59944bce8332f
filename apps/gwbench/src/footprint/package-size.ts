import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Bytes of a program file, or of the package a script belongs to, without the packages installed below it. */
export function packageSize(file: string): { readonly bytes: number; readonly of: 'file' | 'package' } {
  if (!/\.[cm]?js$/.test(file)) return { bytes: statSync(file).size, of: 'file' }
  for (let directory = dirname(file); ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json'))) return { bytes: bytesBelow(directory), of: 'package' }
    if (directory === dirname(directory)) return { bytes: statSync(file).size, of: 'file' }
  }
}

function bytesBelow(directory: string): number {
  let bytes = 0
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += bytesBelow(join(directory, entry.name))
    else if (entry.isFile()) bytes += lstatSync(join(directory, entry.name)).size
  }
  return bytes
}
