import { asList, asObject } from './read-json.js'
import type { Json } from './read-json.js'

/** Number of whitespace-separated words: the token of this server. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/**
 * Prompt tokens of a request in any of the served dialects: one per word of its message and system strings.
 *
 * @example countPromptTokens({ system: 'be brief', messages: [{ role: 'user', content: 'one two three' }] }) // 5
 */
export function countPromptTokens(body: Json): number {
  const texts = [body['system'], body['instructions'], body['prompt'], body['input'], body['messages']]
  return texts.reduce<number>((sum, value) => sum + countContent(value), 0)
}

/** Text of a string, of parts with `text`, of messages with `content`, and of lists of these. */
function countContent(value: unknown): number {
  if (typeof value === 'string') return countWords(value)
  if (Array.isArray(value)) return asList(value).reduce<number>((sum, part) => sum + countContent(part), 0)
  const part = asObject(value)
  return part === null ? 0 : countContent(part['text']) + countContent(part['content'])
}
