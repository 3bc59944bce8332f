import type { Exchange } from '../core/connection.js'
import { frameChunk, LAST_CHUNK, openHead } from '../core/write-answer.js'
import { REQUEST_ID_FIELDS } from '../shapes/error-answer.js'

/** One answer in the segments it is written in; everything but a plant's field is laid out in advance. */
export interface PreparedAnswer {
  readonly head: string
  readonly segments: readonly Buffer[]
  /** Segments with the head before the first one. */
  readonly whole: readonly Buffer[]
}

/** The same answer for a connection that goes on, one that closes, and an HTTP/1.0 client. */
export interface AnswerVariants {
  readonly keepAlive: PreparedAnswer
  readonly close: PreparedAnswer
  readonly http10: PreparedAnswer
}

const CLOSE = { Connection: 'close' }

export function prepareJson(body: Buffer): AnswerVariants {
  const fields = { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS, 'Content-Length': body.length }
  const close = prepare({ ...fields, ...CLOSE }, [body])
  return { keepAlive: prepare(fields, [body]), close, http10: close }
}

/** One chunk and one segment per piece; the last chunk travels with the last piece. */
export function prepareStream(pieces: readonly Uint8Array[]): AnswerVariants {
  const fields = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache', ...REQUEST_ID_FIELDS }
  const chunked = { ...fields, 'Transfer-Encoding': 'chunked' }
  const chunks = pieces.map((piece, index) => (index === pieces.length - 1 ? Buffer.concat([frameChunk(piece), LAST_CHUNK]) : frameChunk(piece)))
  return {
    keepAlive: prepare(chunked, chunks),
    close: prepare({ ...chunked, ...CLOSE }, chunks),
    http10: prepare({ ...fields, ...CLOSE }, pieces.map((piece) => Buffer.from(piece))),
  }
}

export function chooseVariant(variants: AnswerVariants, http11: boolean, keepAlive: boolean): PreparedAnswer {
  return !http11 ? variants.http10 : keepAlive ? variants.keepAlive : variants.close
}

export function writePrepared(exchange: Exchange, answer: PreparedAnswer, plantedNs: number | null): void {
  const { segments, whole } = answer
  if (plantedNs === null) exchange.write(whole[0]!)
  else exchange.write(Buffer.concat([Buffer.from(`${answer.head}x-lat-planted-ns: ${plantedNs}\r\n\r\n`, 'latin1'), segments[0]!]))
  for (let at = 1; at < segments.length; at += 1) exchange.write(segments[at]!)
}

function prepare(fields: Readonly<Record<string, string | number>>, segments: readonly Buffer[]): PreparedAnswer {
  const head = openHead(200, fields)
  return { head, segments, whole: [Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), segments[0]!]), ...segments.slice(1)] }
}
