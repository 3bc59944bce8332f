/** An answer before it is written: whatever changes it, a fault for one, changes this. */
export interface AnswerDraft {
  status: number
  fields: Record<string, string | number>
  /** The body in pieces, one write each; an event is a piece. */
  pieces: Uint8Array[]
  /** Chunked (close-delimited for HTTP/1.0); otherwise the pieces are sent with their total length. */
  streamed: boolean
  /** Wait before each piece, the first one before the first byte of the head. As many as pieces. */
  gapsNs: number[]
  /** Events behind a gap say how long it was, in a comment line. */
  measureGaps: boolean
  /** Breaks the answer off after so many pieces or body bytes. */
  cut: { readonly after: 'pieces' | 'bytes'; readonly count: number; readonly how: 'fin' | 'rst' } | null
  /** Cuts framed bytes into the writes they leave in: those of each piece, or of all pieces that leave together. */
  split: { readonly cut: (bytes: Buffer) => readonly Buffer[]; readonly acrossPieces: boolean } | null
  /** All pieces in one write. */
  coalesced: boolean
  /** Close behind the answer, saying so in the head. */
  close: boolean
  /** Close the connection when it has been idle this long after the answer, without saying so. */
  idleCloseMs: number | null
}

export function draftAnswer(status: number, fields: Readonly<Record<string, string | number>>, pieces: readonly Uint8Array[], streamed: boolean): AnswerDraft {
  return { status, fields: { ...fields }, pieces: [...pieces], streamed, gapsNs: pieces.map(() => 0), measureGaps: false, cut: null, split: null, coalesced: false, close: false, idleCloseMs: null }
}

/** Adds a piece before the one at the index, leaving together with it. */
export function insertPiece(draft: AnswerDraft, index: number, piece: Uint8Array): void {
  draft.pieces.splice(index, 0, piece)
  draft.gapsNs.splice(index, 0, draft.gapsNs[index] ?? 0)
  if (index + 1 < draft.gapsNs.length) draft.gapsNs[index + 1] = 0
}

export function removePiece(draft: AnswerDraft, index: number): void {
  draft.pieces.splice(index, 1)
  draft.gapsNs.splice(index, 1)
}
