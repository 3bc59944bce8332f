import { STATUS_CODES } from 'node:http'

export type Fields = Readonly<Record<string, string | number>>

/** The terminating chunk of a chunked answer. */
export const LAST_CHUNK = Buffer.from('0\r\n\r\n', 'latin1')

/** Status line and fields, without the empty line, so that a caller can add a field at the last moment. */
export function openHead(status: number, fields: Fields): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`
  for (const [name, value] of Object.entries(fields)) head += `${name}: ${value}\r\n`
  return head
}

/** Head and body in one buffer, so that one write is one segment. */
export function wholeAnswer(status: number, fields: Fields, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${openHead(status, { ...fields, 'Content-Length': body.length })}\r\n`, 'latin1'), body])
}

/** The bytes as one chunk of a chunked answer. */
export function frameChunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`, 'latin1'), bytes, Buffer.from('\r\n', 'latin1')])
}
