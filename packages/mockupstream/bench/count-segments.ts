import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { once } from 'node:events'

/** A way to count the data segments a server sends for one streamed answer: no client can be too slow to see them. */
export interface SegmentCounter {
  readonly program: 'tcpdump' | 'ss'
  segmentsPerReply(url: string): Promise<number>
}

/** By a capture of the loopback interface where that is allowed, else by the kernel's own counters, else `null`. */
export function segmentCounter(): SegmentCounter | null {
  if (process.platform !== 'linux') return null
  if (process.getuid?.() === 0 && spawnSync('tcpdump', ['--version']).status === 0) return { program: 'tcpdump', segmentsPerReply: captured }
  return spawnSync('ss', ['--version']).status === 0 ? { program: 'ss', segmentsPerReply: counted } : null
}

async function captured(url: string): Promise<number> {
  const { port } = new URL(url)
  const capture = spawn('tcpdump', ['-i', 'lo', '-n', '-l', '--immediate-mode', `tcp src port ${port} and greater 67`], { stdio: ['ignore', 'pipe', 'pipe'] })
  let lines = ''
  capture.stdout.on('data', (text: Buffer) => (lines += text.toString()))
  await new Promise<void>((resolve, reject) => {
    capture.stderr.on('data', (text: Buffer) => (text.includes('listening on') ? resolve() : undefined))
    capture.on('exit', () => reject(new Error('tcpdump ended at its start')))
  })
  const { socket, own } = await askForStream(url)
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 300))
  capture.removeAllListeners('exit')
  capture.kill('SIGTERM')
  await once(capture, 'close')
  return lines.split('\n').filter((line) => line.includes(`.${own}: `) && /length [1-9]/.test(line)).length
}

async function counted(url: string): Promise<number> {
  const { socket, own } = await askForStream(url)
  const statistics = execFileSync('ss', ['-tin', 'state', 'established', `( sport = :${new URL(url).port} and dport = :${own} )`]).toString()
  socket.destroy()
  return Number(/data_segs_out:(\d+)/.exec(statistics)?.[1] ?? Number.NaN)
}

/** One streamed answer on a connection of its own, read to its end and still open. */
async function askForStream(url: string): Promise<{ socket: Socket; own: number }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const own = socket.localPort ?? 0
  const body = '{"model":"bench","messages":[],"stream":true}'
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  // Not `for await`: leaving that loop closes the socket, and with it the counters.
  await new Promise<void>((resolve) => socket.on('data', (bytes: Buffer) => (bytes.subarray(-5).equals(LAST_CHUNK) ? resolve() : undefined)))
  return { socket, own }
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
