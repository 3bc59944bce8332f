import { agentHeader } from './identify.js'

/** Headers that belong to one connection (RFC 9110, 7.6.1), and those the forwarded message gets anew. */
const ofOneHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade'])
const notForwarded = new Set([...ofOneHop, 'host', 'content-length', 'expect', agentHeader])
const notAnswered = new Set([...ofOneHop, 'content-length'])

function namedByConnection(connection: string | undefined): ReadonlySet<string> | null {
  if (connection === undefined) return null
  const lower = connection.toLowerCase()
  if (lower === 'keep-alive' || lower === 'close') return null
  return new Set(lower.split(',').map((name) => name.trim()))
}

/**
 * Request headers for the upstream, as a flat list of names and values in the client's order and spelling.
 *
 * @param readsAnswer the gateway has to read the answer, so it must come without a content coding
 */
export function upstreamHeaders(rawHeaders: readonly string[], connection: string | undefined, readsAnswer: boolean): string[] {
  const named = namedByConnection(connection)
  const forwarded: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    const lower = name.toLowerCase()
    if (notForwarded.has(lower) || named?.has(lower) === true || (readsAnswer && lower === 'accept-encoding')) continue
    forwarded.push(name, rawHeaders[index + 1]!)
  }
  return forwarded
}

/**
 * Headers of the upstream's answer for the client, as a flat list, byte for byte: they are read as Latin-1,
 * the only coding in which every byte of a header has a character.
 */
export function answerHeaders(rawHeaders: readonly (Buffer | string)[], connection: string | undefined): string[] {
  const named = namedByConnection(connection)
  const answered: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toString('latin1')
    const lower = name.toLowerCase()
    if (notAnswered.has(lower) || named?.has(lower) === true) continue
    answered.push(name, rawHeaders[index + 1]!.toString('latin1'))
  }
  return answered
}
