import { readFileSync } from 'node:fs'

/** A reference file; its shape is what the reading test says it is. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8')) as T
}
