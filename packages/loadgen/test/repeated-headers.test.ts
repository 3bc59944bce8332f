import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { answerJson } from './start-server.js'

let seen: string[] = []
const server = createServer((request, response) => {
  seen = request.rawHeaders
  answerJson(response)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

describe('runCell', () => {
  it.each(['undici', 'raw'] as const)('sends a header of several values in as many lines over %s', async (transport) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { steady } = await runCell(cell({ arms: [{ name: 'a', url, method: 'GET', headers: { 'X-A': ['1', '2'], 'x-b': '3' } }], transport, ratePerSecond: 20, steadyMs: 100 }))
    const lines = seen.flatMap((name, index) => (index % 2 === 0 && name.toLowerCase().startsWith('x-') ? [`${name}: ${seen[index + 1]}`] : []))
    expect([steady.ok, lines]).toEqual([2, ['X-A: 1', 'X-A: 2', 'x-b: 3']])
  })
})
