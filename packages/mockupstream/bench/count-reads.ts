import { connect } from 'node:net'
import { once } from 'node:events'

/** Mean number of reads an eager client needs for a streamed answer, over `answers` of them at a steady pace. */
export async function meanReads(url: string, answers: number, everyMs: number): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const body = '{"model":"bench","messages":[{"role":"user","content":"one two three"}],"stream":true}'
  const request = `POST /v1/chat/completions HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  let reads = 0
  let answered: () => void = () => undefined
  socket.on('data', (bytes: Buffer) => {
    reads += 1
    if (bytes.subarray(-5).equals(LAST_CHUNK)) answered()
  })
  for (let sent = 0; sent < answers; sent += 1) {
    const done = new Promise<void>((resolve) => (answered = resolve))
    socket.write(request)
    await done
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  socket.destroy()
  return reads / answers
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
