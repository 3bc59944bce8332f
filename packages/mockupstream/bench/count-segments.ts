import { execFileSync, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { once } from 'node:events'

/** A system program of Linux: prints the kernel's counters of a connection. */
const SOCKET_STATISTICS = 'ss'
/** Whether the kernel's own segment counters can be read. */
export const canCountSegments = process.platform === 'linux' && spawnSync(SOCKET_STATISTICS, ['--version']).status === 0

/** Data segments a server sent for one streamed answer, as the kernel counts them: no client can be too slow to see them. */
export async function segmentsPerReply(url: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const own = socket.localPort ?? 0
  const body = '{"model":"bench","messages":[],"stream":true}'
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  // Not `for await`: leaving that loop closes the socket, and with it the counters.
  await new Promise<void>((resolve) => socket.on('data', (bytes: Buffer) => (bytes.subarray(-5).equals(LAST_CHUNK) ? resolve() : undefined)))
  const statistics = execFileSync(SOCKET_STATISTICS, ['-tin', 'state', 'established', `( sport = :${port} and dport = :${own} )`]).toString()
  socket.destroy()
  return Number(/data_segs_out:(\d+)/.exec(statistics)?.[1] ?? Number.NaN)
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
