import { isUtf8 } from 'node:buffer'
import type { Request } from '../core/request.js'

/**
 * One line of JSON: `seq`, `method`, `path`, `query`, `headers`, `body`.
 *
 * Headers keep their spelling and every value. A JSON body stands as it was sent, byte for byte but for line
 * ends between its tokens, so that no number loses a digit; any other body is a string, and one that is not UTF-8
 * is base64, with `bodyEncoding` saying so.
 */
export function encodeRecord(sequence: number, request: Request): Buffer {
  const { method, path, target, headers, body } = request
  const mark = target.indexOf('?')
  const byName = new Map<string, string[]>()
  for (let at = 0; at < headers.length; at += 2) {
    const values = byName.get(headers[at]!)
    if (values === undefined) byName.set(headers[at]!, [headers[at + 1]!])
    else values.push(headers[at + 1]!)
  }
  const start = JSON.stringify({ seq: sequence, method, path, query: mark < 0 ? '' : target.slice(mark + 1), headers: Object.fromEntries(byName) })
  return Buffer.from(`${start.slice(0, -1)},${encodeBody(body)}}\n`)
}

function encodeBody(body: Buffer): string {
  if (!isUtf8(body)) return `"bodyEncoding":"base64","body":${JSON.stringify(body.toString('base64'))}`
  const text = body.toString('utf8')
  // In JSON a raw line end can only stand between tokens.
  return `"body":${isJson(text) ? text.replaceAll(/[\r\n]/g, ' ') : JSON.stringify(text)}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
