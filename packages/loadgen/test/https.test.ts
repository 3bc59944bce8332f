import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { answerJson } from './start-server.js'

// Made for these tests; certifies nothing but localhost.
const read = (name: string): string => readFileSync(new URL(`inputs/${name}`, import.meta.url), 'utf8')
const server = createServer({ key: read('localhost-key.pem'), cert: read('localhost-cert.pem') }, (_request, response) => answerJson(response))
let port = 0
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

describe('runCell over https', () => {
  it.each(['localhost', '127.0.0.1'])('measures %s when told which certificate to trust', async (host) => {
    const { steady, reconnects, connections } = await runCell(cell({ arms: [{ name: 'a', url: `https://${host}:${port}/`, expect: 'json' }], ratePerSecond: 50, steadyMs: 200, slots: 3, ca: read('localhost-cert.pem') }))
    expect([steady.ok + steady.dropped, steady.failed, connections, reconnects]).toEqual([10, 0, 3, 0])
  })

  it('refuses a certificate that the given one does not sign', async () => {
    const stranger = cell({ arms: [{ name: 'a', url: `https://localhost:${port}/` }], allowRemote: true })
    await expect(runCell(stranger)).rejects.toMatchObject({ code: 'LAT_LOAD_CANNOT_CONNECT', message: expect.stringContaining('self-signed') })
  })

  it('refuses https on this machine without one', async () => {
    await expect(runCell(cell({ arms: [{ name: 'a', url: `https://localhost:${port}/` }] }))).rejects.toMatchObject({ code: 'LAT_LOAD_BAD_SPEC' })
  })
})
