import { connect } from 'node:net'
import { warmUpFailed } from '../errors.js'
import type { Fixtures } from '../fixtures/load-fixtures.js'

const CONNECTIONS = 4
const KINDS = [
  ['/v1/chat/completions', false, 'openai-chat.json'],
  ['/v1/chat/completions', true, 'openai-chat.sse'],
  ['/v1/messages', false, 'anthropic-messages.json'],
  ['/v1/messages', true, 'anthropic-messages.sse'],
] as const

/**
 * Sends requests of all four kinds over loopback until the code they run through is compiled.
 *
 * Without it the first seconds of a measurement show the compiler.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_WARM_UP`
 */
export async function warmUp(host: string, port: number, requests: number, fixtures: Fixtures): Promise<void> {
  let left = requests
  const takeTurn = (): boolean => {
    left -= 1
    return left >= 0
  }
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, requests) }, (_, index) => runConnection(host, port, index, takeTurn, fixtures)))
}

function runConnection(host: string, port: number, firstKind: number, takeTurn: () => boolean, fixtures: Fixtures): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = firstKind
    let done = false
    let endMark: Buffer = Buffer.alloc(0)
    const socket = connect({ host, port, noDelay: true })
    const send = (): void => {
      if (!takeTurn()) {
        done = true
        socket.end()
        return
      }
      const [path, stream, name] = KINDS[turn % KINDS.length]!
      turn += 1
      // A JSON answer ends in its fixture, a streamed one in the last chunk.
      endMark = stream ? Buffer.from('\r\n0\r\n\r\n') : fixtures.bytes[name]
      const body = JSON.stringify({ model: 'warm-up', messages: [{ role: 'user', content: 'one two three' }], stream })
      socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\nAccept: */*\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    }
    let received: Buffer[] = []
    socket.on('connect', send)
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes)
      const answer = received.length === 1 ? bytes : Buffer.concat(received)
      if (answer.length < endMark.length || !answer.subarray(answer.length - endMark.length).equals(endMark)) return
      received = []
      send()
    })
    socket.on('error', (cause) => reject(warmUpFailed(`the connection to port ${port} broke`, cause)))
    socket.on('close', () => (done ? resolve() : reject(warmUpFailed(`the connection to port ${port} closed early`))))
  })
}
