import { freePort } from '@lat/subjects'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { ttfbCommand } from '../../src/commands/ttfb.js'
import { inProcess } from '../commands/in-process.js'
import { startStreamingGateway } from '../gate/streaming-gateway.js'
import type { Habit, StreamingGateway } from '../gate/streaming-gateway.js'

const cached = readFileSync(new URL('../../../../fixtures/replay/openai-chat.sse', import.meta.url), 'utf8')
const gateways: StreamingGateway[] = []
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close()
})

describe('gwbench ttfb', () => {
  it.each<[Habit, string]>([
    ['buffers', 'Target "bad" held back event 1'],
    ['answers 500', 'Target "bad" answered 500 to a stream'],
    ['answers 200 with an error', 'Target "bad" answered a stream that never reached the upstream'],
    ['answers from a cache', 'Target "bad" answered a stream that never reached the upstream'],
  ])('refuses by name a gateway that %s, before anything is timed', async (habit, expected) => {
    const upstreamPort = await freePort()
    const bad = await startStreamingGateway(`http://127.0.0.1:${upstreamPort}`, habit, cached)
    gateways.push(bad)
    const outcome = await inProcess({ upstreamPort, target: `bad|${bad.url}|`, gateLimit: '500ms', maxLoad: 1000 }, ttfbCommand)
    expect(outcome).toMatchObject({ code: 3, stdout: '' })
    expect(outcome.stderr).toContain(expected)
  })

  it('says what is wrong with its usage', async () => {
    expect(await inProcess({ gateLimit: 'soon' }, ttfbCommand)).toMatchObject({ code: 2, stderr: expect.stringContaining('--gate-limit is a duration') })
    expect(await inProcess({ budget: '1ms' }, ttfbCommand)).toMatchObject({ code: 2, stderr: expect.stringContaining('belong to gwbench run') })
  })
})
