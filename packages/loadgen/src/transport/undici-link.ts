import { connect as connectPlain } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { Client } from 'undici'
import type { Dispatcher } from 'undici'
import type { OpenableLink } from './open-links.js'
import type { WireTarget } from './transport.js'

const PRECONNECTED = new Error('connection opened ahead of the first request')
const CLOSED = new Error('closed by the generator')
const WITHOUT_LIMIT_MS = 600_000

/** One connection of one slot to one origin. */
export class UndiciLink implements OpenableLink {
  readonly client: Client
  opened = 0
  failedConnects = 0
  /** Connections asked for so far. */
  attempts = 0
  /** `attempts` when a request last got a connection. */
  attemptsSeen = 0
  /** End of the last request; connections are opened shortly before instant 0. */
  lastUsedNs = 0
  lastRow = -1
  /** The connection died while nothing was in flight on it, because bytes came that nobody asked for. */
  onUnsolicited: () => void = () => undefined
  private connecting: Socket | null = null

  constructor(readonly target: WireTarget) {
    this.client = new Client(target.origin, {
      pipelining: 1,
      keepAliveTimeout: WITHOUT_LIMIT_MS,
      keepAliveMaxTimeout: WITHOUT_LIMIT_MS,
      // A server that announces its limit is left half a second before it, so that neither side races the other.
      keepAliveTimeoutThreshold: 500,
      // Deadlines are kept per request by the engine: these timers are coarser than a second.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        this.attempts += 1
        let settle: typeof callback | null = callback
        const socket = this.open(() => {
          this.connecting = null
          this.opened += 1
          settle?.(null, socket)
          settle = null
        })
        this.connecting = socket
        socket.once('error', (error) => {
          if (this.connecting === socket) this.connecting = null
          if (settle === null) return
          this.failedConnects += 1
          settle(error, null)
          settle = null
        })
      },
    })
    this.client.on('disconnect', (_origin: URL, _targets: unknown, error: Error & { code?: string }) => {
      const code = error.code ?? ''
      if (code.startsWith('HPE_') || error.message === 'bad response') this.onUnsolicited()
    })
  }

  /** Opens the connection without writing a byte: a handler that throws at `onConnect` leaves it idle. */
  preconnect(): Promise<void> {
    return new Promise((resolve, reject) => {
      const handler: Dispatcher.DispatchHandler = {
        onConnect() {
          throw PRECONNECTED
        },
        onHeaders: () => true,
        onData: () => true,
        onComplete: () => undefined,
        onError: (error) => {
          if (error !== PRECONNECTED) return reject(error)
          this.attemptsSeen = this.attempts
          resolve()
        },
      }
      this.client.dispatch({ path: '/', method: 'GET' }, handler)
    })
  }

  /** Ends an attempt to connect, which fails the request that waits for it. */
  cancelConnecting(error: Error): void {
    this.connecting?.destroy(error)
  }

  close(): Promise<void> {
    this.cancelConnecting(CLOSED)
    return this.client.destroy()
  }

  private open(onOpen: () => void): Socket {
    const { address, port, secure, serverName, ca } = this.target
    const options = { host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }
    if (!secure) return connectPlain({ ...options, highWaterMark: 65_536 } as Parameters<typeof connectPlain>[0] & object, onOpen)
    return connectSecure({ ...options, ALPNProtocols: ['http/1.1'], ...(serverName === null ? {} : { servername: serverName }), ...(ca === null ? {} : { ca }) }, onOpen)
  }
}
