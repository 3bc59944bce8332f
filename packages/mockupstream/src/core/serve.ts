import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
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
  /** HTTPS instead of HTTP. */
  readonly tls?: { readonly keyPem: string; readonly certificatePem: string } | null
}

export interface Serving {
  readonly port: number
  /** Stops accepting, closes idle connections, lets answers under way finish for at most `graceMs`. */
  close(graceMs?: number): Promise<void>
}

const BACKLOG = 1024
const DEFAULT_GRACE_MS = 2000
/** Half-open, so that a client that only ends its sending side still reads its answer. */
const SOCKET_OPTIONS = { noDelay: true, allowHalfOpen: true }

/**
 * Listens with the strict HTTP/1.1 core.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_PORT_HELD` or `LAT_MOCK_LISTEN`, naming host and port
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { handler, faultAnswer, limits, counters } = options
  const open = new Map<Socket, Connection>()
  const rawBelow = new WeakMap<Socket, Socket>()
  const accept = (socket: Socket): void => {
    counters.connections += 1
    counters.openConnections += 1
    open.set(socket, new Connection(socket, handler, faultAnswer, limits, counters, (connected) => void (rawBelow.get(connected) ?? connected).resetAndDestroy()))
    socket.on('close', () => {
      counters.openConnections -= 1
      open.delete(socket)
    })
  }
  const server = options.tls == null ? createServer(SOCKET_OPTIONS, accept) : createSecureServer(options.tls, limits.requestTimeoutMs, accept, rawBelow)
  const raw = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    raw.add(socket)
    socket.on('close', () => raw.delete(socket))
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
          for (const socket of raw) socket.destroy()
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

/** A reset needs the TCP socket below, so each secure socket remembers its own. */
function createSecureServer(tls: { readonly keyPem: string; readonly certificatePem: string }, handshakeTimeout: number, accept: (socket: Socket) => void, rawBelow: WeakMap<Socket, Socket>): Server {
  const byPeer = new Map<string, Socket>()
  const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress ?? ''} ${remotePort ?? ''}`
  const server = createTlsServer({ ...SOCKET_OPTIONS, key: tls.keyPem, cert: tls.certificatePem, ALPNProtocols: ['http/1.1'], minVersion: 'TLSv1.2', handshakeTimeout }, (socket) => {
    const raw = byPeer.get(peerOf(socket))
    if (raw !== undefined) rawBelow.set(socket, raw)
    accept(socket)
  })
  server.on('connection', (raw: Socket) => {
    const peer = peerOf(raw)
    byPeer.set(peer, raw)
    raw.on('close', () => {
      if (byPeer.get(peer) === raw) byPeer.delete(peer)
    })
  })
  // A failed handshake is the client's affair; without a listener it would still be destroyed, and noted nowhere.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
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
