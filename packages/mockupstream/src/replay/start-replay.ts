import type { Exchange } from '../core/connection.js'
import { zeroCounters } from '../core/counters.js'
import type { Counters } from '../core/counters.js'
import { DurationHistogram } from '../core/duration-histogram.js'
import { respond } from '../core/respond.js'
import { serve } from '../core/serve.js'
import { digestMismatch } from '../errors.js'
import { createFaultInjector } from '../faults/create-fault-injector.js'
import type { FaultOptions } from '../faults/create-fault-injector.js'
import { loadFixtures } from '../fixtures/load-fixtures.js'
import type { FixtureName } from '../fixtures/load-fixtures.js'
import { limitsOf, OptionFaults } from '../limits.js'
import type { LimitOptions } from '../limits.js'
import { packageVersion } from '../package-version.js'
import { openReach } from '../reach/open-reach.js'
import type { ReachOptions, Topology } from '../reach/open-reach.js'
import { createRecorder } from '../record/create-recorder.js'
import type { RecordPolicy } from '../record/create-recorder.js'
import { recordFirst } from '../record/record-first.js'
import { serviceState } from '../service-state.js'
import { errorBody, faultAnswer } from '../shapes/error-answer.js'
import { createReplayHandler, PLANT_HEADER } from './create-replay-handler.js'
import type { Stall } from './create-replay-handler.js'
import { warmUp } from './warm-up.js'

export interface ReplayOptions extends ReachOptions, LimitOptions {
  readonly fixturesDir: string
  /** Requests sent to itself before it is ready; 0 for none. */
  readonly warmupRequests?: number
  /** Obeys the request header `x-lat-plant-us`, and lets `stall` be given. */
  readonly allowPlants?: boolean
  readonly stall?: Stall
  /** Refuses to start on fixtures with another digest. */
  readonly expectDigest?: string
  /** Shown as `version` on `/healthz`; the package version when absent. */
  readonly versionStamp?: string
  /** Append every request to this file as a line of JSON. Costs a write per request: leave it out of a measurement. */
  readonly record?: { readonly file: string; readonly policy?: RecordPolicy }
  readonly faults?: FaultOptions
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
  readonly recordFile: string | null
  readonly topology: Topology
}

export interface Replay {
  readonly url: string
  readonly port: number
  readonly identity: ReplayIdentity
  readonly counters: () => Counters
  /** How often each fault acted. */
  readonly faultsFired: () => Readonly<Record<string, number>>
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
  const { warmupRequests = 20_000, allowPlants = false, stall = null, expectDigest } = options
  const optionFaults = new OptionFaults()
  const { limits, maxConnections } = limitsOf(options, options.port ?? 0, optionFaults)
  optionFaults.whole('warmupRequests', warmupRequests, 0, 1_000_000)
  if (expectDigest !== undefined && !HEX_DIGEST.test(expectDigest)) optionFaults.list.push(`expectDigest is "${expectDigest}"; it must be 64 lower-case hexadecimal digits.`)
  if (stall !== null) {
    if (!allowPlants) optionFaults.list.push('A stall is a plant: it needs allowPlants.')
    optionFaults.whole('stall.atRequest', stall.atRequest, 1, 1_000_000_000)
    optionFaults.whole('stall.holdMs', stall.holdMs, 1, 600_000)
  }
  optionFaults.throwIfAny()
  const injector = options.faults === undefined ? null : createFaultInjector(options.faults)
  const fixtures = await loadFixtures(options.fixturesDir)
  if (expectDigest !== undefined && expectDigest !== fixtures.digest) throw digestMismatch(fixtures.directory, expectDigest, fixtures.digest)

  const undo: (() => unknown)[] = []
  try {
    const reach = openReach(options)
    undo.unshift(reach.cleanUp)
    const recorder = options.record === undefined ? null : createRecorder(options.record.file, options.record.policy)
    if (recorder !== null) undo.unshift(() => recorder.close())
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
      recordFile: options.record?.file ?? null,
      topology: reach.topology,
    }
    const durations = new DurationHistogram()
    let idleSince = performance.eventLoopUtilization()
    // So that a run can tell that the upstream was the bottleneck.
    const service = (): object => ({
      handlerP50Ns: durations.quantileNs(0.5),
      handlerP99Ns: durations.quantileNs(0.99),
      handlerMaxNs: durations.maxNs,
      loopUtilization: performance.eventLoopUtilization(idleSince).utilization,
    })
    const health = (): object => ({ status: 'ok', ...identity, pid: process.pid, node: process.version, ...serviceState(recorder, injector), service: service(), counters })
    const handler = createReplayHandler({ fixtures, counters, allowPlants, stall, faults: injector, durations, health })
    const recorded = recorder === null ? handler.handle : recordFirst(recorder, counters, handler.handle)

    // The port is taken first, so that a held one is known at once, but it answers 503 until the warm-up is over.
    let ready = false
    const common = { faultAnswer, limits: { ...limits, watchedField: PLANT_HEADER }, maxConnections }
    const serving = await serve({ ...common, host: reach.host, port: reach.port, tls: reach.certificates, counters, handler: (exchange) => (ready ? recorded(exchange) : answerNotReady(exchange)) })
    undo.unshift(() => serving.close(0))
    if (warmupRequests > 0) {
      const warming = await serve({ ...common, host: '127.0.0.1', port: 0, counters: zeroCounters(), handler: handler.handle })
      await warmUp('127.0.0.1', warming.port, warmupRequests, fixtures).finally(() => warming.close(0))
    }
    handler.arm()
    idleSince = performance.eventLoopUtilization()
    ready = true
    return {
      url: reach.urlOf(serving.port),
      port: serving.port,
      identity,
      counters: () => ({ ...counters }),
      faultsFired: () => injector?.fired() ?? {},
      close: async () => {
        await serving.close()
        recorder?.close()
        reach.cleanUp()
      },
    }
  } catch (error) {
    for (const step of undo) await step()
    throw error
  }
}

function answerNotReady(exchange: Exchange): void {
  respond(exchange, 503, { 'Content-Type': 'application/json', 'Retry-After': 1 }, errorBody(503, 'The upstream is still warming up', exchange.request.path))
}
