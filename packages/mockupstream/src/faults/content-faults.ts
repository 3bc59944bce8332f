import { insertPiece, removePiece } from '../answer/answer-draft.js'
import type { AnswerDraft } from '../answer/answer-draft.js'
import { isAnthropicPath } from '../shapes/error-answer.js'
import { wholeNumber } from './fault-kind.js'
import type { FaultContext, FaultKind } from './fault-kind.js'

const DONE = /^data: \[DONE\]|^event: message_stop/

/** Faults in what a stream says; a JSON answer is left alone. */
export const contentFaults: readonly FaultKind[] = [
  {
    name: 'malformed-event',
    value: 'N',
    help: 'the n-th event (from 1) carries broken JSON',
    parse: (value) => wholeNumber(value, 1, 1_000_000, (count) => streamOnly((draft) => {
      const piece = draft.pieces[count - 1]
      if (piece !== undefined) draft.pieces[count - 1] = breakData(Buffer.from(piece).toString('latin1'))
    })),
  },
  {
    name: 'error-event',
    value: 'TYPE',
    help: 'after two events an error event of this type, in the dialect of the route, ends the stream',
    parse: (type) => (/^[a-z_]{1,64}$/.test(type) ? streamOnly((draft, { path }) => {
      draft.pieces = [...draft.pieces.slice(0, 2), errorEvent(type, path)]
      draft.gapsNs = draft.pieces.map((_, index) => draft.gapsNs[index] ?? 0)
    }) : `"${type}" is not an error type such as overloaded_error`),
  },
  {
    name: 'no-done',
    value: null,
    help: 'leave out [DONE] or message_stop',
    parse: () => streamOnly((draft) => {
      const at = draft.pieces.findIndex((piece) => DONE.test(Buffer.from(piece).toString('latin1')))
      if (at >= 0) removePiece(draft, at)
    }),
  },
  {
    name: 'unknown-event',
    value: null,
    help: 'an event of a type nobody knows, before the last one',
    parse: () => streamOnly((draft) => insertPiece(draft, draft.pieces.length - 1, Buffer.from('event: lat_unknown\ndata: {"type":"lat_unknown"}\n\n'))),
  },
  {
    name: 'comments',
    value: null,
    help: 'a comment before every event',
    parse: () => streamOnly((draft) => void (draft.pieces = draft.pieces.map((piece) => Buffer.concat([Buffer.from(': keep-alive\n\n'), piece])))),
  },
  {
    name: 'crlf',
    value: null,
    help: 'lines end in CRLF',
    parse: () => streamOnly((draft) => void (draft.pieces = draft.pieces.map((piece) => Buffer.from(Buffer.from(piece).toString('latin1').replaceAll('\n', '\r\n'), 'latin1')))),
  },
]

/** Keeps the event's name: a client that goes by names would not look into the data of an event without one. */
function breakData(piece: string): Buffer {
  const named = /^event: .*\n/m.exec(piece)?.[0] ?? ''
  return Buffer.from(`${named}data: {"broken": \n\n`, 'latin1')
}

function streamOnly(effect: (draft: AnswerDraft, context: FaultContext) => void): (draft: AnswerDraft, context: FaultContext) => void {
  return (draft, context) => {
    if (draft.streamed) effect(draft, context)
  }
}

function errorEvent(type: string, path: string): Buffer {
  const error = { type, message: `The fault error-event=${type} was asked for` }
  return isAnthropicPath(path) ? Buffer.from(`event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`) : Buffer.from(`data: ${JSON.stringify({ error: { ...error, param: null, code: null } })}\n\n`)
}
