import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { listenFailed } from '../errors.js'
import { Connection } from './connection.js'
import type { ConnectionLimits, FaultAnswer, Handler } from './connection.js'
import type { Counters } from './counters.js'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly handler: Handler
  readonly faultAnswer: FaultAnswer
  readonly limits: ConnectionLimits
  readonly counters: Counters
  readonly maxConnections: number
}

export interface Serving {
  readonly port: number
  /** Stops accepting, closes idle connections, lets answers under way finish for at most `graceMs`. */
  close(graceMs?: number): Promise<void>
}

const BACKLOG = 1024
const DEFAULT_GRACE_MS = 2000

/**
 * Listens with the strict HTTP/1.1 core.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_PORT_HELD` or `LAT_MOCK_LISTEN`, naming host and port
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { handler, faultAnswer, limits, counters } = options
  const open = new Map<Socket, Connection>()
  // Half-open is allowed so that a client that only ends its sending side still reads its answer.
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    counters.connections += 1
    counters.openConnections += 1
    open.set(socket, new Connection(socket, handler, faultAnswer, limits, counters))
    socket.on('close', () => {
      counters.openConnections -= 1
      open.delete(socket)
    })
  })
  server.maxConnections = options.maxConnections
  server.on('drop', () => {
    counters.droppedConnections += 1
  })
  await listen(server, options.host, options.port)

  let closing: Promise<void> | null = null
  return {
    port: (server.address() as AddressInfo).port,
    close(graceMs = DEFAULT_GRACE_MS) {
      closing ??= new Promise((resolve) => {
        const timer = setTimeout(() => {
          for (const socket of open.keys()) socket.destroy()
        }, graceMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        for (const connection of open.values()) connection.closeGracefully()
      })
      return closing
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error): void => reject(listenFailed(host, port, cause))
    server.once('error', failed)
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', failed)
      resolve()
    })
  })
}
