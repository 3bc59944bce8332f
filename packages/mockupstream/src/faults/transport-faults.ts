import { wholeNumber } from './fault-kind.js'
import type { FaultEffect, FaultKind } from './fault-kind.js'

/** Faults in how the bytes travel. */
export const transportFaults: readonly FaultKind[] = [
  {
    name: 'split',
    value: 'bytes:N | utf8 | segment:N | whole',
    help: 'writes of N bytes, writes that cut every multi-byte character, writes of at most N bytes over events, or one write for all',
    parse: parseSplit,
  },
  { name: 'cut-after-events', value: 'N:fin | N:rst', help: 'break off after n events', parse: (value) => parseCut(value, 'pieces') },
  { name: 'cut-after-bytes', value: 'N:fin | N:rst', help: 'break off after n bytes of the body', parse: (value) => parseCut(value, 'bytes') },
  { name: 'close', value: null, help: 'close behind the answer and say so', parse: () => (draft) => void (draft.close = true) },
  { name: 'idle-close', value: 'MS', help: 'close the connection, unannounced, when it has been idle this long', parse: (value) => wholeNumber(value, 1, 600_000, (ms) => (draft) => void (draft.idleCloseMs = ms)) },
]

function parseCut(value: string, after: 'pieces' | 'bytes'): FaultEffect | string {
  const parts = /^(\d{1,9}):(fin|rst)$/.exec(value)
  if (parts === null) return `"${value}" is not N:fin or N:rst`
  return (draft) => void (draft.cut = { after, count: Number(parts[1]), how: parts[2] as 'fin' | 'rst' })
}

function parseSplit(value: string): FaultEffect | string {
  if (value === 'whole') return (draft) => void (draft.coalesced = true)
  if (value === 'utf8') return (draft) => void (draft.split = { cut: insideCharacters, acrossPieces: false })
  const parts = /^(bytes|segment):(\d{1,6})$/.exec(value)
  const size = Number(parts?.[2])
  if (parts === null || size < 1) return `"${value}" is not bytes:N, utf8, segment:N or whole`
  return (draft) => void (draft.split = { cut: (bytes) => inParts(bytes, size), acrossPieces: parts[1] === 'segment' })
}

function inParts(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

/** Cuts behind the first byte of every character of several bytes. */
function insideCharacters(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let start = 0
  for (let at = 0; at < bytes.length - 1; at += 1) {
    if (bytes[at]! < 0xc0) continue
    parts.push(bytes.subarray(start, at + 1))
    start = at + 1
  }
  return [...parts, bytes.subarray(start)]
}
