import { COARSE_NS, createDeadlinePoller, FINE_NS } from '../core/deadline-poller.js'
import { zeroCounters } from '../core/counters.js'
import type { Counters } from '../core/counters.js'
import { serve } from '../core/serve.js'
import { createFaultInjector } from '../faults/create-fault-injector.js'
import type { FaultOptions } from '../faults/create-fault-injector.js'
import { limitsOf, OptionFaults } from '../limits.js'
import type { LimitOptions } from '../limits.js'
import { packageVersion } from '../package-version.js'
import { openReach } from '../reach/open-reach.js'
import type { ReachOptions, Topology } from '../reach/open-reach.js'
import { createRecorder } from '../record/create-recorder.js'
import type { RecordPolicy } from '../record/create-recorder.js'
import { serviceState } from '../service-state.js'
import { faultAnswer } from '../shapes/error-answer.js'
import { createFakeHandler } from './create-fake-handler.js'

export interface FakeOptions extends ReachOptions, LimitOptions {
  /** The only model there is. Default `fake`. */
  readonly model?: string
  /** Default `ok`. */
  readonly reply?: string
  /** Before the first byte. */
  readonly delayMs?: number
  /** Between tokens, on an absolute schedule. Below 2 ms only with `finePacing`. */
  readonly tokenDelayMs?: number
  /** Meets each time to the microsecond by polling, which costs most of a core. */
  readonly finePacing?: boolean
  /** Call a tool whenever one is offered, not only when one is required. */
  readonly callTools?: boolean
  /** Keep answers of the Responses API for `GET /v1/responses/{id}`. */
  readonly storeResponses?: boolean
  /** Append every request to this file as a line of JSON. */
  readonly record?: { readonly file: string; readonly policy?: RecordPolicy }
  readonly faults?: FaultOptions
  readonly versionStamp?: string
}

export interface FakeIdentity {
  readonly mode: 'fake'
  readonly model: string
  readonly reply: string
  readonly delayMs: number
  readonly tokenDelayMs: number
  readonly version: string
  readonly topology: Topology
}

export interface Fake {
  readonly url: string
  readonly port: number
  readonly identity: FakeIdentity
  readonly counters: () => Counters
  /** How often each fault acted. */
  readonly faultsFired: () => Readonly<Record<string, number>>
  readonly close: () => Promise<void>
}

/**
 * Starts an upstream that answers like a model server, predictably: one token per word.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_BAD_OPTIONS`, `LAT_MOCK_NOT_LOOPBACK`, `LAT_MOCK_BRIDGE`, `LAT_MOCK_RECORD`,
 *   `LAT_MOCK_FAULT_SPEC`, `LAT_MOCK_PORT_HELD`, `LAT_MOCK_LISTEN`
 * @example
 * const upstream = await startFake({ reply: 'one two' })
 * const answer = await fetch(`${upstream.url}/v1/chat/completions`, { method: 'POST', body: '{"messages":[{"role":"user","content":"a b c"}]}' })
 * const { usage } = await answer.json()
 * usage // { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
 * await upstream.close()
 */
export async function startFake(options: FakeOptions = {}): Promise<Fake> {
  const { model = 'fake', reply = 'ok', delayMs = 0, tokenDelayMs = 0, finePacing = false, callTools = false, storeResponses = false } = options
  const optionFaults = new OptionFaults()
  const { limits, maxConnections } = limitsOf(options, options.port ?? 0, optionFaults)
  for (const [name, value] of [['delayMs', delayMs], ['tokenDelayMs', tokenDelayMs]] as const) if (!(value >= 0 && value <= 600_000)) optionFaults.list.push(`${name} is ${value}; it must be from 0 to 600000 ms.`)
  if (tokenDelayMs > 0 && tokenDelayMs < 2 && !finePacing) optionFaults.list.push(`tokenDelayMs is ${tokenDelayMs}; below 2 ms a timer cannot keep it, so ask for finePacing.`)
  optionFaults.throwIfAny()

  const injector = createFaultInjector(options.faults ?? {})
  const recorder = options.record === undefined ? null : createRecorder(options.record.file, options.record.policy)
  const counters = zeroCounters()
  try {
    const reach = openReach(options)
    const identity: FakeIdentity = { mode: 'fake', model, reply, delayMs, tokenDelayMs, version: options.versionStamp ?? packageVersion(), topology: reach.topology }
    let serial = 0
    const nextSerial = (): number => {
      serial += 1
      return serial
    }
    const handler = createFakeHandler({
      answers: { model, reply, callTools, delayNs: Math.round(delayMs * 1e6), tokenDelayNs: Math.round(tokenDelayMs * 1e6), storedResponses: storeResponses ? new Map() : null, nextSerial },
      recorder,
      faults: injector,
      poller: createDeadlinePoller(finePacing ? FINE_NS : COARSE_NS),
      counters,
      health: () => ({ status: 'ok', ...identity, pid: process.pid, node: process.version, ...serviceState(recorder, injector), counters }),
    })
    const serving = await serve({ host: reach.host, port: reach.port, tls: reach.certificates, handler, faultAnswer, limits, counters, maxConnections }).catch((error: unknown) => {
      reach.cleanUp()
      throw error
    })
    return {
      url: reach.urlOf(serving.port),
      port: serving.port,
      identity,
      counters: () => ({ ...counters }),
      faultsFired: injector.fired,
      close: async () => {
        await serving.close()
        recorder?.close()
        reach.cleanUp()
      },
    }
  } catch (error) {
    recorder?.close()
    throw error
  }
}
