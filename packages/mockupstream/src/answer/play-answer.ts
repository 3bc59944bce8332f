import type { Exchange } from '../core/connection.js'
import { nowNs } from '../core/deadline-poller.js'
import type { DeadlinePoller } from '../core/deadline-poller.js'
import { frameChunk, LAST_CHUNK, openHead } from '../core/write-answer.js'
import type { AnswerDraft } from './answer-draft.js'

/** Pieces that leave together, and when, from the moment the request was whole. */
interface Step {
  readonly offsetNs: number
  readonly pieces: readonly Uint8Array[]
}

/**
 * Writes a draft, every step at its own absolute time, so that a late one does not push back the next.
 *
 * A wait before the first byte reports itself in the field `x-lat-planted-ns`, one before a later event, when the
 * draft asks for it, in a comment line of that event.
 */
export function playAnswer(exchange: Exchange, draft: AnswerDraft, poller: DeadlinePoller, startNs: number = nowNs()): void {
  const { request } = exchange
  const bodyless = request.method === 'HEAD'
  const chunked = draft.streamed && request.http11
  const fields: Record<string, string | number> = { ...draft.fields }
  if (!draft.streamed) fields['Content-Length'] = draft.pieces.reduce((sum, piece) => sum + piece.length, 0)
  else if (chunked) fields['Transfer-Encoding'] = 'chunked'
  if (draft.close || !request.keepAlive) fields['Connection'] = 'close'
  const steps = planSteps(draft, bodyless)
  let next = 0
  let lastWriteNs = startNs
  let left = false
  exchange.onAbort = () => {
    left = true
  }

  function writeStep({ pieces }: Step): void {
    const atNs = nowNs()
    const measured = draft.measureGaps && next > 0 ? [Buffer.from(`: x-lat-planted-ns=${atNs - lastWriteNs}\n`, 'latin1')] : []
    lastWriteNs = atNs
    const isLast = next === steps.length - 1 && chunked && draft.cut === null
    const framed = pieces.map((piece, index) => {
      const body = index === 0 ? Buffer.concat([...measured, piece]) : Buffer.from(piece)
      return chunked ? frameChunk(body) : body
    })
    const { split } = draft
    const writes = split === null ? framed : (split.acrossPieces ? [Buffer.concat(framed)] : framed).flatMap(split.cut)
    if (isLast) writes.push(Buffer.concat([writes.pop() ?? Buffer.alloc(0), LAST_CHUNK]))
    if (next === 0) writes.splice(0, 1, Buffer.concat([head(atNs), writes[0] ?? Buffer.alloc(0)]))
    for (const bytes of draft.coalesced ? [Buffer.concat(writes)] : writes) exchange.write(bytes)
  }

  function head(atNs: number): Buffer {
    const planted = (draft.gapsNs[0] ?? 0) > 0 ? { 'x-lat-planted-ns': atNs - startNs } : {}
    return Buffer.from(`${openHead(draft.status, { ...fields, ...planted })}\r\n`, 'latin1')
  }

  function run(): void {
    if (left) return
    writeStep(steps[next]!)
    next += 1
    if (next < steps.length) poller.at(startNs + steps[next]!.offsetNs, run)
    else finish()
  }

  function finish(): void {
    if (draft.cut !== null && !bodyless) return exchange.abort(draft.cut.how)
    exchange.idleCloseMs = draft.idleCloseMs
    exchange.closeAfter = draft.close
    exchange.end()
  }

  const firstNs = steps[0]!.offsetNs
  exchange.waits = firstNs > 0 || steps.length > 1
  if (firstNs > 0) poller.at(startNs + firstNs, run)
  else run()
}

function planSteps(draft: AnswerDraft, bodyless: boolean): Step[] {
  const firstNs = draft.gapsNs[0] ?? 0
  const pieces = bodyless ? [] : cutPieces(draft)
  if (pieces.length === 0) return [{ offsetNs: firstNs, pieces: [] }]
  if (!draft.streamed || draft.coalesced) return [{ offsetNs: firstNs, pieces: draft.streamed ? pieces : [Buffer.concat(pieces)] }]
  const steps: { offsetNs: number; pieces: Uint8Array[] }[] = []
  let offsetNs = 0
  for (const [index, piece] of pieces.entries()) {
    const gapNs = draft.gapsNs[index] ?? 0
    offsetNs += gapNs
    if (index > 0 && gapNs === 0) steps.at(-1)!.pieces.push(piece)
    else steps.push({ offsetNs, pieces: [piece] })
  }
  return steps
}

function cutPieces({ cut, pieces }: AnswerDraft): Uint8Array[] {
  if (cut === null) return pieces
  if (cut.after === 'pieces') return pieces.slice(0, cut.count)
  const kept: Uint8Array[] = []
  let left = cut.count
  for (const piece of pieces) {
    if (left <= 0) break
    kept.push(piece.subarray(0, left))
    left -= piece.length
  }
  return kept
}
