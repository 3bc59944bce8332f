import type { Exchange } from './connection.js'
import { openHead, wholeAnswer } from './write-answer.js'
import type { Fields } from './write-answer.js'

/** Answers with one body in one segment, without the body to HEAD, and closes when the request asks for it. */
export function respond(exchange: Exchange, status: number, fields: Fields, body: Uint8Array): void {
  const { method, keepAlive } = exchange.request
  const all = keepAlive ? fields : { ...fields, Connection: 'close' }
  exchange.write(method === 'HEAD' ? Buffer.from(`${openHead(status, { ...all, 'Content-Length': body.length })}\r\n`, 'latin1') : wholeAnswer(status, all, body))
  exchange.end()
}
