import type { Exchange } from '../core/connection.js'
import { zeroCounters } from '../core/counters.js'
import type { Counters } from '../core/counters.js'
import { requireLoopback } from '../core/require-loopback.js'
import { respond } from '../core/respond.js'
import { serve } from '../core/serve.js'
import { badOptions, digestMismatch } from '../errors.js'
import { loadFixtures } from '../fixtures/load-fixtures.js'
import type { FixtureName } from '../fixtures/load-fixtures.js'
import { packageVersion } from '../package-version.js'
import { errorBody, faultAnswer } from '../shapes/error-answer.js'
import { createReplayHandler } from './create-replay-handler.js'
import type { Stall } from './create-replay-handler.js'
import { warmUp } from './warm-up.js'

export interface ReplayOptions {
  readonly fixturesDir: string
  /** 0 takes any free port. */
  readonly port?: number
  /** A literal loopback address. */
  readonly host?: string
  /** Requests sent to itself before it is ready; 0 for none. */
  readonly warmupRequests?: number
  /** Obeys the request header `x-lat-plant-us`, and lets `stall` be given. */
  readonly allowPlants?: boolean
  readonly stall?: Stall
  /** Refuses to start on fixtures with another digest. */
  readonly expectDigest?: string
  /** Shown as `version` on `/healthz`; the package version when absent. */
  readonly versionStamp?: string
  readonly maxBodyBytes?: number
  readonly requestTimeoutMs?: number
  readonly maxConnections?: number
}

export interface ReplayIdentity {
  readonly mode: 'replay'
  readonly fixturesDir: string
  readonly fixturesDigest: string
  readonly byteLengths: Readonly<Record<FixtureName, number>>
  readonly eventsPerStream: Readonly<Record<'openai-chat.sse' | 'anthropic-messages.sse', number>>
  readonly version: string
  readonly plantsAllowed: boolean
  readonly warmupRequests: number
}

export interface Replay {
  readonly url: string
  readonly port: number
  readonly identity: ReplayIdentity
  readonly counters: () => Counters
  /** Stops accepting, lets answers under way finish, then resolves. */
  readonly close: () => Promise<void>
}

const HEX_DIGEST = /^[0-9a-f]{64}$/

/**
 * Starts an upstream that answers every request with the bytes of a fixture.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_BAD_OPTIONS`, `LAT_MOCK_NOT_LOOPBACK`, `LAT_MOCK_FIXTURE`,
 *   `LAT_MOCK_DIGEST`, `LAT_MOCK_PORT_HELD`, `LAT_MOCK_LISTEN`, `LAT_MOCK_WARM_UP`
 * @example
 * const upstream = await startReplay({ fixturesDir: 'fixtures/replay', warmupRequests: 0 })
 * upstream.identity.byteLengths['openai-chat.json'] // 912
 * await upstream.close()
 */
export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const { host = '127.0.0.1', port = 0, warmupRequests = 20_000, allowPlants = false, stall = null } = options
  const { maxBodyBytes = 1 << 20, requestTimeoutMs = 30_000, maxConnections = 4096 } = options
  requireValid({ port, warmupRequests, allowPlants, stall, expectDigest: options.expectDigest, maxBodyBytes, requestTimeoutMs, maxConnections })
  requireLoopback(host)
  const fixtures = await loadFixtures(options.fixturesDir)
  if (options.expectDigest !== undefined && options.expectDigest !== fixtures.digest) throw digestMismatch(fixtures.directory, options.expectDigest, fixtures.digest)

  const counters = zeroCounters()
  const identity: ReplayIdentity = {
    mode: 'replay',
    fixturesDir: fixtures.directory,
    fixturesDigest: fixtures.digest,
    byteLengths: fixtures.byteLengths,
    eventsPerStream: fixtures.eventsPerStream,
    version: options.versionStamp ?? packageVersion(),
    plantsAllowed: allowPlants,
    warmupRequests,
  }
  const handler = createReplayHandler({ fixtures, counters, allowPlants, stall, health: () => ({ status: 'ok', ...identity, pid: process.pid, node: process.version, counters }) })
  const common = { host, faultAnswer, limits: { maxBodyBytes, maxHeadBytes: 16_384, requestTimeoutMs }, maxConnections }

  // The port is taken first, so that a held one is known at once, but it answers 503 until the warm-up is over.
  let ready = false
  const serving = await serve({ ...common, port, counters, handler: (exchange) => (ready ? handler.handle(exchange) : answerNotReady(exchange)) })
  try {
    if (warmupRequests > 0) {
      const warming = await serve({ ...common, port: 0, counters: zeroCounters(), handler: handler.handle })
      await warmUp(host, warming.port, warmupRequests, fixtures).finally(() => warming.close(0))
    }
  } catch (error) {
    await serving.close(0)
    throw error
  }
  handler.arm()
  ready = true
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${serving.port}`,
    port: serving.port,
    identity,
    counters: () => ({ ...counters }),
    close: () => serving.close(),
  }
}

function answerNotReady(exchange: Exchange): void {
  respond(exchange, 503, { 'Content-Type': 'application/json', 'Retry-After': 1 }, errorBody(503, 'The upstream is still warming up', exchange.request.path))
}

function requireValid(values: {
  readonly port: number
  readonly warmupRequests: number
  readonly allowPlants: boolean
  readonly stall: Stall | null
  readonly expectDigest: string | undefined
  readonly maxBodyBytes: number
  readonly requestTimeoutMs: number
  readonly maxConnections: number
}): void {
  const faults: string[] = []
  const whole = (name: string, value: number, low: number, high: number): void => {
    if (!Number.isSafeInteger(value) || value < low || value > high) faults.push(`${name} is ${value}; it must be a whole number from ${low} to ${high}.`)
  }
  whole('port', values.port, 0, 65_535)
  whole('warmupRequests', values.warmupRequests, 0, 1_000_000)
  whole('maxBodyBytes', values.maxBodyBytes, 0, 1 << 30)
  whole('requestTimeoutMs', values.requestTimeoutMs, 1, 3_600_000)
  whole('maxConnections', values.maxConnections, 1, 100_000)
  if (values.expectDigest !== undefined && !HEX_DIGEST.test(values.expectDigest)) faults.push(`expectDigest is "${values.expectDigest}"; it must be 64 lower-case hexadecimal digits.`)
  if (values.stall !== null) {
    if (!values.allowPlants) faults.push('A stall is a plant: it needs allowPlants.')
    whole('stall.atRequest', values.stall.atRequest, 1, 1_000_000_000)
    whole('stall.holdMs', values.stall.holdMs, 1, 600_000)
  }
  if (faults.length > 0) throw badOptions(faults)
}
