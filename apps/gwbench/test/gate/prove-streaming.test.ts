import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proveStreaming } from '../../src/gate/prove-streaming.js'
import { requireStreaming } from '../../src/gate/require-streaming.js'
import { startGatedUpstream } from '../../src/gate/start-gated-upstream.js'
import type { GatedUpstream } from '../../src/gate/start-gated-upstream.js'
import { startStreamingGateway } from './streaming-gateway.js'
import type { Habit } from './streaming-gateway.js'

const streamText = readFileSync(new URL('../../../../fixtures/replay/openai-chat.sse', import.meta.url), 'utf8')
const request = { headers: { 'content-type': 'application/json' }, body: '{"stream":true}' }
const open: { close(): Promise<void> }[] = []
let gate: GatedUpstream

beforeEach(async () => {
  gate = await startGatedUpstream({ streamText })
  open.push(gate)
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function gateway(habit: Habit): Promise<string> {
  const started = await startStreamingGateway(gate.url, habit, streamText)
  open.unshift(started)
  return started.url
}

/** Long enough for what comes at once, also on a busy machine; what never comes costs this once. */
const SHORT_MS = 1000

describe('proveStreaming', () => {
  it('accepts a gateway that hands on event 2 while the upstream withholds the rest, again and again', async () => {
    const url = await gateway('streams')
    for (let nth = 0; nth < 3; nth += 1) expect(await proveStreaming({ url, ...request, gate, limitMs: 10_000 })).toEqual({ verdict: 'streams' })
    expect(gate.requests()).toBe(3)
  })

  it.each<[Habit, string, string]>([
    ['buffers', 'buffers', 'held back event 1 of a stream until the upstream had sent the rest'],
    ['flushes the first event only', 'buffers', 'held back event 2'],
    ['answers 500', 'failed', 'answered 500 to a stream'],
    ['answers 200 with an error', 'failed', 'answered a stream that never reached the upstream'],
    ['answers from a cache', 'failed', 'answered a stream that never reached the upstream'],
  ])('catches a gateway that %s', async (habit, verdict, what) => {
    expect(await proveStreaming({ url: await gateway(habit), ...request, gate, limitMs: SHORT_MS })).toEqual({ verdict, what: expect.stringContaining(what) })
  })

  it('says of a target that does not listen that it broke off', async () => {
    expect(await proveStreaming({ url: 'http://127.0.0.1:9/', ...request, gate, limitMs: SHORT_MS })).toMatchObject({ verdict: 'failed' })
  })
})

describe('requireStreaming', () => {
  it('accepts targets that all hand events on', async () => {
    const targets = [{ name: 'good', url: await gateway('streams'), headers: request.headers }]
    await expect(requireStreaming({ targets, body: request.body, gate, limitMs: 10_000 })).resolves.toBeUndefined()
  })

  it('names every target that does not hand events on', async () => {
    const targets = [
      { name: 'slow', url: await gateway('buffers'), headers: request.headers },
      { name: 'broken', url: await gateway('answers 500'), headers: request.headers },
    ]
    await expect(requireStreaming({ targets, body: request.body, gate, limitMs: SHORT_MS })).rejects.toMatchObject({
      code: 'LAT_GWBENCH_NOT_STREAMING',
      message: expect.stringMatching(/^Target "slow" held back event 1 .*\nTarget "broken" answered 500 to a stream\.\nNothing was timed/),
    })
  })
})
