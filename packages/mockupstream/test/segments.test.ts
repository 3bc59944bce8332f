import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { needsSystem } from '../../../tools/needs-system.js'
import { startReplay } from '../src/index.js'
import { FIXTURES_DIR } from './support/fixtures-dir.js'
import { post, RawClient } from './support/raw-client.js'

/** A system program of Linux: prints the kernel's counters of a connection. */
const SOCKET_STATISTICS = 'ss'

/** Data segments the kernel counts for the server's side of one streamed answer on a connection of its own. */
async function segmentsOfStream(port: number): Promise<number> {
  const client = await RawClient.open(port)
  client.send(post('{"stream":true}'))
  expect((await client.answer())?.status).toBe(200)
  const statistics = execFileSync(SOCKET_STATISTICS, ['-tin', 'state', 'established', `( sport = :${port} )`]).toString()
  client.close()
  return Number(/data_segs_out:(\d+)/.exec(statistics)?.[1])
}

describe.runIf(process.platform === 'linux')('the kernel', () => {
  it('sees one segment per event from replay', async (context) => {
    needsSystem(SOCKET_STATISTICS, context)
    const replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 0 })
    onTestFinished(() => replay.close())
    expect(await segmentsOfStream(replay.port)).toBe(replay.identity.eventsPerStream['openai-chat.sse'])
  })

  it('sees one segment for all events from a writer that coalesces', async (context) => {
    needsSystem(SOCKET_STATISTICS, context)
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        for (let event = 0; event < 8; event += 1) response.write(`data: ${event}\n\n`)
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    expect(await segmentsOfStream((server.address() as AddressInfo).port)).toBeLessThan(4)
  })
})
