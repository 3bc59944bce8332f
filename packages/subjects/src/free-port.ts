import { createServer } from 'node:net'

/**
 * Below the ephemeral ranges of Linux (from 32768) and macOS (from 49152), from which the system serves everybody who asks
 * for "any port": a program that opens one for a moment, or a client's end of a connection, would now and then hold the
 * port of a program that is still starting, or answer in its place.
 */
const LOWEST = 20_000
const SPAN = 12_000
/** Processes with neighbouring pids begin this far apart. */
const STRIDE = 101

let next = process.pid * STRIDE

/**
 * A TCP port nobody listens on at this moment, which the system gives to nobody who does not ask for it by number, and
 * which this process gets only once in 12,000 calls.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < SPAN; tries += 1) {
    const port = LOWEST + (next++ % SPAN)
    if (await canListen(port, host)) return port
  }
  throw new Error(`None of the ports ${LOWEST} to ${LOWEST + SPAN - 1} of ${host} can be opened.`)
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error)))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
