import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startLocalRegistry } from '../tools/local-registry.mjs'

type LocalRegistry = Awaited<ReturnType<typeof startLocalRegistry>>

const open: LocalRegistry[] = []
afterEach(async () => { await Promise.all(open.splice(0).map((registry) => registry.close())) })

async function start(): Promise<LocalRegistry> {
  const registry = await startLocalRegistry()
  open.push(registry)
  return registry
}

const bytes = Buffer.from('a tarball')
function put({ url }: LocalRegistry, version: string, integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`): Promise<Response> {
  const body = { 'dist-tags': { latest: version }, versions: { [version]: { name: '@lat/x', version, dist: { integrity, tarball: 'https://elsewhere.example/x.tgz' } } }, _attachments: { 'x.tgz': { data: bytes.toString('base64') } } }
  return fetch(`${url}@lat%2fx`, { method: 'PUT', body: JSON.stringify(body) })
}

describe('startLocalRegistry', () => {
  it('serves what was published to it, from itself', async () => {
    const registry = await start()
    expect((await put(registry, '1.0.0')).status).toBe(201)
    const packument = (await (await fetch(`${registry.url}@lat%2fx`)).json()) as { 'dist-tags': { latest: string }; versions: Record<string, { dist: { tarball: string } }> }
    expect(packument['dist-tags'].latest).toBe('1.0.0')
    expect(packument.versions['1.0.0']!.dist.tarball).toBe(`${registry.url}@lat/x/-/x-1.0.0.tgz`)
    expect(Buffer.from(await (await fetch(packument.versions['1.0.0']!.dist.tarball)).arrayBuffer())).toEqual(bytes)
    expect(registry.names()).toEqual(['@lat/x'])
  })

  it('keeps earlier versions and refuses to replace one', async () => {
    const registry = await start()
    await put(registry, '1.0.0')
    expect([(await put(registry, '1.1.0')).status, (await put(registry, '1.0.0')).status]).toEqual([201, 409])
  })

  it('refuses a tarball that its integrity does not name', async () => {
    expect((await put(await start(), '1.0.0', 'sha512-other')).status).toBe(400)
  })

  it('asks nobody for what it does not hold', async () => {
    expect((await fetch(`${(await start()).url}zod`)).status).toBe(404)
  })
})
