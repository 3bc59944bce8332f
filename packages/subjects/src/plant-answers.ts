import type { Socket } from 'node:net'
import { addPlanted } from './add-planted.js'
import { answerFramer, type AnswerPiece } from './answer-framer.js'
import { waitUntil } from './wait-until.js'

type Queued = (AnswerPiece & { readonly arrivedMs: number }) | { readonly kind: 'end' }

const QUEUE_LIMIT_BYTES = 1 << 20

/**
 * Forwards what `upstream` answers to `client`, holding the first byte of each answer back.
 *
 * The delay counts from the arrival of the answer's first byte to the instant before it is written,
 * and stands in the answer as it was measured (`x-lat-planted-ns`). Every arrival is written on its own.
 */
export function plantAnswers(upstream: Socket, client: Socket, delayUs: number): void {
  const queue: Queued[] = []
  let queuedBytes = 0
  let holding = false
  let cancel = () => undefined as void
  let headArrivedMs: number | null = null
  let requestStart: string | null = ''

  const framer = answerFramer({ isHead: () => requestStart?.startsWith('HEAD ') ?? false, onComplete: () => (requestStart = '') })

  client.on('data', (chunk: Buffer) => {
    // The first bytes after a complete answer begin the next request.
    if (requestStart !== null && requestStart.length < 5) requestStart += chunk.toString('latin1', 0, 5)
    if (!upstream.write(chunk)) client.pause()
  })
  upstream.on('drain', () => client.resume())
  client.on('end', () => upstream.end())

  upstream.on('data', (chunk: Buffer) => {
    const nowMs = performance.now()
    headArrivedMs ??= nowMs
    for (const piece of framer.push(chunk)) {
      queue.push({ ...piece, arrivedMs: piece.kind === 'head' ? headArrivedMs : nowMs })
      if (piece.kind === 'head') headArrivedMs = nowMs
      queuedBytes += piece.bytes.length
    }
    headArrivedMs = framer.rest().length > 0 ? headArrivedMs : null
    if (queuedBytes > QUEUE_LIMIT_BYTES) upstream.pause()
    send()
  })
  upstream.on('end', () => {
    const bytes = framer.rest()
    if (bytes.length > 0) queue.push({ kind: 'body', bytes, arrivedMs: performance.now() })
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
      else hold(piece.bytes, piece.arrivedMs)
    }
    if (queuedBytes <= QUEUE_LIMIT_BYTES) upstream.resume()
  }

  function hold(head: Buffer, arrivedMs: number): void {
    holding = true
    cancel = waitUntil(arrivedMs + delayUs / 1000, () => {
      holding = false
      if (client.destroyed) return
      // One write for head and first part of the body, as they mostly arrive: two could become two packets.
      const plantedNs = Math.round((performance.now() - arrivedMs) * 1e6)
      const next = queue[0]
      client.cork()
      client.write(addPlanted(head, plantedNs))
      if (next?.kind === 'body' && next.arrivedMs === arrivedMs) {
        queue.shift()
        queuedBytes -= next.bytes.length
        client.write(next.bytes)
      }
      client.uncork()
      send()
    })
  }
}
