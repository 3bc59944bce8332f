/** The few facts of an answer's headers that decide its row. */
export interface AnswerHeaders {
  /** `x-lat-planted-ns`, or NaN. */
  plantedNs: number
  /** A content encoding other than identity, though identity was asked for. */
  encoded: boolean
  stream: boolean
}

const PLANTED = 'x-lat-planted-ns'
const ENCODING = 'content-encoding'
const TYPE = 'content-type'

/** Reads alternating raw names and values; names are first told apart by their length, so most cost one comparison. */
export function scanHeaders(raw: readonly Buffer[], into: AnswerHeaders): void {
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!
    if (name.length !== PLANTED.length && name.length !== TYPE.length) continue
    const text = name.toString('latin1').toLowerCase()
    if (text === PLANTED) {
      const value = raw[i + 1]!.toString('latin1')
      into.plantedNs = /^\d+$/.test(value) ? Number(value) : NaN
    } else if (text === ENCODING) into.encoded = raw[i + 1]!.toString('latin1').trim().toLowerCase() !== 'identity'
    else if (text === TYPE) into.stream = raw[i + 1]!.toString('latin1').toLowerCase().startsWith('text/event-stream')
  }
}
