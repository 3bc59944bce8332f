import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { parseConfig, type RefGatewayConfig, type RefGatewayOptions } from './config.js'
import { createEnforcement } from './enforcement.js'
import { cannotListen } from './errors.js'
import type { Upstream } from './forward.js'
import { createHandler } from './handle.js'
import { readHealth, type Health } from './health.js'
import { createLog } from './log.js'
import { createTokenizer, type Tokenizer } from './tokenizer.js'
import { warmUp } from './warm-up.js'

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

/**
 * Starts a gateway on a loopback address. It is ready when the promise settles: the tokenizer is built and warm.
 *
 * @throws {RefGatewayInputError} `LAT_RGW_CONFIG`, naming every fault of the configuration
 * @throws {RefGatewayStartError} `LAT_RGW_PORT_HELD`, `LAT_RGW_LISTEN` or `LAT_RGW_LOG`
 * @example
 * const gateway = await startRefGateway({ mode: 'enforce', upstreamUrl: 'http://127.0.0.1:19099' })
 * gateway.health().enforcing // true
 */
export async function startRefGateway(options: RefGatewayOptions, environment: { readonly nowMs?: () => number } = {}): Promise<RefGateway> {
  const config = parseConfig(options)
  const nowMs = environment.nowMs ?? Date.now
  const log = createLog(config.logFile)
  const counts = config.mode !== 'passthrough' && !config.notEnforcing
  const tokenizer = counts ? createTokenizer() : null
  if (config.warmUp && tokenizer !== null) warmUp(tokenizer)
  const enforcement = createEnforcement(config, { tokenizer, log, nowMs })
  const upstream = connectUpstream(config)
  const handle = createHandler({ config, upstream, enforcement, log, nowMs })
  const health = () => readHealth(config, enforcement, log)

  const server = createServer({ noDelay: true, keepAliveTimeout: keepAliveMs }, (request, response) => {
    if (request.url === '/health' && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(health()))
    } else {
      handle(request, response)
    }
  })
  const end = async () => {
    await upstream.dispatcher.destroy()
    await log.close()
    tokenizer?.free()
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
    close: () => closing ??= drain(server, config.drainMs).then(end),
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

function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => { server.closeAllConnections() }, drainMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
