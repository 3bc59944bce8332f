import { connect } from 'node:net'
import { once } from 'node:events'

const READ_BYTES = 65_536
/** Not counted: until then the client is compiled, and a slow client finds several segments in a read. */
const FIRST_ANSWERS = 100
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * Mean number of reads a client needs for a streamed answer, over `answers` of them at a steady pace.
 *
 * It reads into one buffer, past the stream, because what it spends on one read decides how many segments it finds in the
 * next. It sleeps between answers: a client that polls is given the core of the server, and then sees one read.
 */
export async function meanReads(url: string, answers: number, everyMs: number): Promise<number> {
  const { hostname, port } = new URL(url)
  let reads = 0
  let answered: () => void = () => undefined
  const callback = (length: number, bytes: Uint8Array): boolean => {
    reads += 1
    if (LAST_CHUNK.equals(bytes.subarray(length - LAST_CHUNK.length, length))) answered()
    return true
  }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer: Buffer.alloc(READ_BYTES), callback } })
  await once(socket, 'connect')
  const body = '{"model":"bench","messages":[{"role":"user","content":"one two three"}],"stream":true}'
  const request = `POST /v1/chat/completions HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  for (let sent = 0; sent < FIRST_ANSWERS + answers; sent += 1) {
    if (sent === FIRST_ANSWERS) reads = 0
    const done = new Promise<void>((resolve) => (answered = resolve))
    socket.write(request)
    await done
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  socket.destroy()
  return reads / answers
}
