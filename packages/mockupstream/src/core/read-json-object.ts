import { isUtf8 } from 'node:buffer'

/** The JSON object a body holds, or why it holds none. */
export function readJsonObject(body: Buffer): Readonly<Record<string, unknown>> | string {
  if (body.length === 0) return 'The request body is empty; it must be a JSON object'
  if (!isUtf8(body)) return 'The request body is not valid UTF-8'
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    return 'The request body is not valid JSON'
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return 'The request body is not a JSON object'
  return parsed as Record<string, unknown>
}
