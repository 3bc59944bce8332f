import type { ChatRequest } from './chat-request.js'

const option = Buffer.from(',"stream_options":{"include_usage":true}}')
const closingBrace = 125

/**
 * Body of a streaming OpenAI request that makes the upstream say what it used.
 *
 * Without `stream_options` in the request they are added behind its last field and every other byte stays;
 * with them the body is written anew.
 */
export function includeUsage(bytes: Buffer, { body }: ChatRequest): Buffer {
  const options = body['stream_options']
  if (options === undefined) return Buffer.concat([bytes.subarray(0, bytes.lastIndexOf(closingBrace)), option])
  const given = typeof options === 'object' && options !== null ? (options as Readonly<Record<string, unknown>>) : {}
  if (given['include_usage'] === true) return bytes
  return Buffer.from(JSON.stringify({ ...body, stream_options: { ...given, include_usage: true } }))
}
