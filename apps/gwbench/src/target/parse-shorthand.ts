import { parseTarget } from './parse-target.js'
import type { TargetOption } from './target-option.js'

/**
 * Reads `URL|KEYFILE`, the value of a shorthand such as `--litellm`, whose name is the name of the target.
 *
 * @returns the target, or a sentence that says what is wrong with it
 * @example parseShorthand('litellm', 'http://127.0.0.1:4000/v1/chat/completions|') // { name: 'litellm', … }
 */
export function parseShorthand(name: string, text: string): TargetOption | string {
  const parts = text.split('|')
  if (parts.length > 2) return `--${name} is URL|KEYFILE, with one bar; it has ${parts.length - 1}`
  return parseTarget(`${name}|${text}`)
}
