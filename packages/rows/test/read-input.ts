import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Text of a file below `inputs/`. */
export function readInput(name: string): string {
  return readFileSync(fileURLToPath(new URL(`inputs/${name}`, import.meta.url)), 'utf8')
}
