import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import type { RefGatewayConfig } from './config.js'
import { createEnforcement } from './enforcement.js'
import { cannotListen } from './errors.js'
import type { Upstream } from './forward.js'
import { createHandler } from './handle.js'
import { readHealth, type Health } from './health.js'
import { createLog } from './log.js'
import type { Tokenizer } from './tokenizer.js'
import { trackConnections } from './track-connections.js'

export interface RefGateway {
  readonly url: string
  readonly port: number
  health(): Health
  /** Takes no new request, lets those in flight finish for the configured time, and ends. */
  close(): Promise<void>
}

/** Longer than any gap between the cells of a run: a client's idle connection stays good. */
const keepAliveMs = 120_000
/** Above what any load here keeps open at once; undici queues beyond it. */
const upstreamConnections = 256

export interface GatewayParts {
  readonly tokenizer: Tokenizer | null
  readonly nowMs: () => number
  /** Serves only this process for a moment: answers 503 to whoever asks for its health, and is mistaken for no other gateway. */
  readonly warmingUp?: boolean
}

/** Opens the port of a gateway whose parts are ready. */
export async function openGateway(config: RefGatewayConfig, { tokenizer, nowMs, warmingUp = false }: GatewayParts): Promise<RefGateway> {
  const log = createLog(config.logFile)
  const enforcement = createEnforcement(config, { tokenizer, log, nowMs })
  const upstream = connectUpstream(config)
  const handle = createHandler({ config, upstream, enforcement, log, nowMs })
  const health = () => readHealth(config, enforcement, log)

  const server = createServer({ noDelay: true, keepAliveTimeout: keepAliveMs })
  const drain = trackConnections(server)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/health' && request.method === 'GET') {
      response.writeHead(warmingUp ? 503 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(health()))
    } else {
      handle(request, response)
    }
  })
  const end = async () => {
    await upstream.dispatcher.destroy()
    await log.close()
  }
  try {
    await listen(server, config)
  } catch (cause) {
    await end()
    throw cause
  }

  const { port } = server.address() as AddressInfo
  let closing: Promise<void> | null = null
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    port,
    health,
    close: () => closing ??= drain(config.drainMs).then(end),
  }
}

function connectUpstream(config: RefGatewayConfig): Upstream {
  const { origin, pathname } = new URL(config.upstreamUrl)
  const dispatcher = new Pool(origin, {
    connections: upstreamConnections,
    pipelining: 1,
    connectTimeout: config.connectTimeoutMs,
    headersTimeout: config.headersTimeoutMs,
    bodyTimeout: config.idleTimeoutMs,
  })
  return { dispatcher, origin, basePath: pathname.replace(/\/+$/, '') }
}

function listen(server: Server, { host, port }: RefGatewayConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => { reject(cannotListen(host, port, cause)) })
    server.listen({ host, port, backlog: 1024 }, resolve)
  })
}
