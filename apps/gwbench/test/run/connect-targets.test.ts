import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { MeasuredTarget } from '../../src/run/measured-target.js'
import { connectTargets } from '../../src/run/connect-targets.js'

describe('connectTargets', () => {
  it('sends timed and untimed requests of a target over one connection, and only the untimed ones with its further headers', async () => {
    const seen: string[] = []
    const sockets = new Set<unknown>()
    const server = createServer((request, response) => {
      sockets.add(request.socket)
      seen.push(`${request.url} ${String(request.headers['x-lat-plant'] ?? 'timed')}`)
      request.resume().on('end', () => response.end('{}'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const target = (name: string, untimedHeaders?: Record<string, string>): MeasuredTarget => ({ name, url: `${origin}/${name}`, headers: {}, key: null, parallelism: null, sha256: null, ...(untimedHeaders && { untimedHeaders }) })
    const client = await connectTargets({ targets: [target('planted', { 'x-lat-plant': 'off' }), target('same')], body: '{}', expect: 'json', allowRemote: false })
    for (const index of [0, 1]) {
      await client.prime!(index)
      await client.request(index)
    }
    await client.close()
    server.close()
    expect(seen).toEqual(['/planted off', '/planted timed', '/same timed', '/same timed'])
    expect(sockets.size).toBe(1)
  })
})
