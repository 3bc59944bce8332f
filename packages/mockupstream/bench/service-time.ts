import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { quantile } from '@lat/estimators'

const BLOCK_MS = 250

/**
 * Median time from request written to answer whole, per server, by a client on a bare socket that reads any framing.
 *
 * The servers take turns in blocks of 250 ms, each driven at the full rate in its own.
 */
export async function medianServiceNs(urls: Readonly<Record<string, string>>, body: string, perSecond: number, seconds: number): Promise<Record<string, number>> {
  const arms = await Promise.all(Object.entries(urls).map(async ([name, url]) => ({ name, ask: await openAsker(url, body), times: [] as number[] })))
  for (let block = 0; block < (seconds * 1000) / BLOCK_MS; block += 1) {
    const order = block % 2 === 0 ? arms : [...arms].reverse()
    for (const { ask, times } of order) {
      for (let sent = 0; sent < (perSecond * BLOCK_MS) / 1000; sent += 1) {
        const startedNs = process.hrtime.bigint()
        await ask()
        times.push(Number(process.hrtime.bigint() - startedNs))
        await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond))
      }
    }
  }
  for (const { ask } of arms) ask.close()
  return Object.fromEntries(arms.map(({ name, times }) => [name, quantile(times, 0.5)]))
}

interface Asker {
  (): Promise<void>
  close(): void
}

async function openAsker(url: string, body: string): Promise<Asker> {
  const { hostname, port } = new URL(url)
  const request = `POST /v1/chat/completions HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  let socket: Socket | null = null
  let text = ''
  let answered: () => void = () => undefined

  async function open(): Promise<Socket> {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(opened, 'connect')
    opened.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      if (!isWhole(text)) return
      text = ''
      answered()
    })
    // A server with a short keep-alive closes between blocks; the next question opens a new connection.
    opened.on('close', () => (socket = null))
    opened.on('error', () => opened.destroy())
    return opened
  }

  socket = await open()
  const ask = async (): Promise<void> => {
    socket ??= await open()
    const done = new Promise<void>((resolve) => (answered = resolve))
    socket.write(request)
    await done
  }
  return Object.assign(ask, { close: () => void socket?.destroy() })
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end + 2))
  return length === null ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length[1])
}
