import { draftAnswer } from '../answer/answer-draft.js'
import type { AnswerDraft } from '../answer/answer-draft.js'
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

/** Both answers of a route, laid out in advance, and as drafts for a fault to change. */
export interface PreparedRoute {
  readonly json: AnswerVariants
  readonly stream: AnswerVariants
  readonly draft: (streamed: boolean) => AnswerDraft
}

const JSON_FIELDS = { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS }
const STREAM_FIELDS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache', ...REQUEST_ID_FIELDS }
const CLOSE = { Connection: 'close' }

export function prepareRoute(json: Buffer, pieces: readonly Uint8Array[]): PreparedRoute {
  return {
    json: prepareJson(json),
    stream: prepareStream(pieces),
    draft: (streamed) => (streamed ? draftAnswer(200, STREAM_FIELDS, pieces, true) : draftAnswer(200, JSON_FIELDS, [json], false)),
  }
}

function prepareJson(body: Buffer): AnswerVariants {
  const fields = { ...JSON_FIELDS, 'Content-Length': body.length }
  const close = prepare({ ...fields, ...CLOSE }, [body])
  return { keepAlive: prepare(fields, [body]), close, http10: close }
}

/** One chunk and one segment per piece; the last chunk travels with the last piece. */
function prepareStream(pieces: readonly Uint8Array[]): AnswerVariants {
  const chunked = { ...STREAM_FIELDS, 'Transfer-Encoding': 'chunked' }
  const chunks = pieces.map((piece, index) => (index === pieces.length - 1 ? Buffer.concat([frameChunk(piece), LAST_CHUNK]) : frameChunk(piece)))
  return {
    keepAlive: prepare(chunked, chunks),
    close: prepare({ ...chunked, ...CLOSE }, chunks),
    http10: prepare({ ...STREAM_FIELDS, ...CLOSE }, pieces.map((piece) => Buffer.from(piece))),
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
