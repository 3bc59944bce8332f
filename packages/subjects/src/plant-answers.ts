import type { Socket } from 'node:net'
import { answerFramer, type AnswerPiece } from './answer-framer.js'
import { plantedAnswer } from './planted-answer.js'
import { waitUntil } from './wait-until.js'

type Queued = (AnswerPiece & { readonly arrivedMs: number; readonly holdUs: number }) | { readonly kind: 'end' }

const QUEUE_LIMIT_BYTES = 1 << 20
const REQUEST_HEAD_LIMIT = 64 * 1024
const NOT_HELD = /^x-lat-plant:[ \t]*off[ \t]*\r$/im

/**
 * Forwards what `upstream` answers to `client`, holding the first byte of each answer back, unless its request says
 * `x-lat-plant: off`.
 *
 * The delay counts from the arrival of the answer's first byte to the instant before it is written, and stands in the
 * answer as it was measured (`x-lat-planted-ns`). The answer is prepared while it is held and written at once, so that
 * what comes after that instant is what a transparent relay does too. Every later arrival is written on its own.
 */
export function plantAnswers(upstream: Socket, client: Socket, delayUs: number): void {
  const queue: Queued[] = []
  let queuedBytes = 0
  let holding = false
  let cancel = () => undefined as void
  let headArrivedMs: number | null = null
  /** From the first byte after a complete answer to the end of the request's head. */
  let request = ''

  const framer = answerFramer({ isHead: () => request.startsWith('HEAD '), onComplete: () => (request = '') })

  client.on('data', (chunk: Buffer) => {
    if (request.length < REQUEST_HEAD_LIMIT && !request.includes('\r\n\r\n')) request += chunk.toString('latin1', 0, REQUEST_HEAD_LIMIT)
    if (!upstream.write(chunk)) client.pause()
  })
  upstream.on('drain', () => client.resume())
  client.on('end', () => upstream.end())

  upstream.on('data', (chunk: Buffer) => {
    const nowMs = performance.now()
    headArrivedMs ??= nowMs
    // Asked before the framer, which forgets the request when its answer is complete.
    const holdUs = NOT_HELD.test(request) ? 0 : delayUs
    for (const piece of framer.push(chunk)) {
      queue.push({ ...piece, arrivedMs: piece.kind === 'head' ? headArrivedMs : nowMs, holdUs })
      if (piece.kind === 'head') headArrivedMs = nowMs
      queuedBytes += piece.bytes.length
    }
    headArrivedMs = framer.rest().length > 0 ? headArrivedMs : null
    if (queuedBytes > QUEUE_LIMIT_BYTES) upstream.pause()
    send()
  })
  upstream.on('end', () => {
    const bytes = framer.rest()
    if (bytes.length > 0) queue.push({ kind: 'body', bytes, arrivedMs: performance.now(), holdUs: 0 })
    queue.push({ kind: 'end' })
    send()
  })
  client.on('drain', send)
  client.on('close', () => cancel())

  function send(): void {
    while (!holding && !client.writableNeedDrain) {
      const piece = queue.shift()
      if (piece === undefined) break
      if (piece.kind === 'end') {
        client.end()
        return
      }
      queuedBytes -= piece.bytes.length
      if (piece.kind === 'body' || piece.interim) client.write(piece.bytes)
      else hold(piece)
    }
    if (queuedBytes <= QUEUE_LIMIT_BYTES) upstream.resume()
  }

  function hold({ bytes: head, arrivedMs, holdUs }: Exclude<Queued, { kind: 'end' }>): void {
    const next = queue[0]
    // Head and first part of the body leave together, as they mostly arrive: two writes could become two packets.
    const body = next?.kind === 'body' && next.arrivedMs === arrivedMs ? next.bytes : null
    if (body !== null) {
      queue.shift()
      queuedBytes -= body.length
    }
    const answer = plantedAnswer(head, body)
    const write = (): void => void client.write(answer.report(Math.round((performance.now() - arrivedMs) * 1e6)))
    if (holdUs === 0) return write()
    holding = true
    cancel = waitUntil(arrivedMs + holdUs / 1000, () => {
      holding = false
      if (client.destroyed) return
      write()
      send()
    })
  }
}
