import { readFileSync } from 'node:fs'

/** Text of a recorded input. */
export function input(name: string): string {
  return readFileSync(new URL(`inputs/${name}`, import.meta.url), 'utf8')
}
