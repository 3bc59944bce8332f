import { expect, it, onTestFinished } from 'vitest'
import { startReplay } from '../../src/index.js'
import { FIXTURES_DIR } from '../support/fixtures-dir.js'
import { post, RawClient } from '../support/raw-client.js'

it('a server with hundreds of half-sent requests answers everybody else, and then times them all out', async () => {
  const replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 0, requestTimeoutMs: 1500 })
  onTestFinished(() => replay.close())
  const slow = await Promise.all(Array.from({ length: 300 }, () => RawClient.open(replay.port)))
  for (const client of slow) client.send('POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
  const quick = await RawClient.open(replay.port)
  for (let sent = 0; sent < 100; sent += 1) {
    quick.send(post('{}'))
    expect((await quick.answer())?.status).toBe(200)
  }
  const statuses = await Promise.all(slow.map(async (client) => (await client.answer())?.status))
  expect(new Set(statuses)).toEqual(new Set([408]))
  await Promise.all(slow.map((client) => client.rest()))
  expect(replay.counters()).toMatchObject({ requests: 100, timedOut: 300 })
  quick.close()
  for (const client of slow) client.close()
})
