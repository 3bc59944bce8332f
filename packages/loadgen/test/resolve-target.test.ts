import { describe, expect, it } from 'vitest'
import { isLoopback } from '../src/is-loopback.js'
import { resolveTarget } from '../src/resolve-target.js'

const resolvesTo = (...addresses: string[]) => () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

describe('resolveTarget', () => {
  it('pins IPv4 where a name has both families', async () => {
    expect(await resolveTarget(new URL('http://localhost:8080/x'), false, resolvesTo('::1', '127.0.0.1'))).toEqual({ address: '127.0.0.1', port: 8080 })
  })

  it('takes a numeric host as it is, and the default port of the scheme', async () => {
    expect(await resolveTarget(new URL('http://127.0.0.1/'), false)).toEqual({ address: '127.0.0.1', port: 80 })
    expect(await resolveTarget(new URL('https://[::1]/'), false)).toEqual({ address: '::1', port: 443 })
  })

  it.each([
    ['http://10.0.0.1/', []],
    ['http://gateway.example/', ['192.0.2.1']],
    ['http://rebinding.example/', ['127.0.0.1', '192.0.2.1']],
  ])('refuses %s, which is not on this machine', async (url, addresses) => {
    const target = resolveTarget(new URL(url), false, resolvesTo(...addresses))
    await expect(target).rejects.toMatchObject({ code: 'LAT_LOAD_NOT_LOOPBACK', message: expect.stringContaining(url) })
    expect(await resolveTarget(new URL(url), true, resolvesTo(...addresses))).toMatchObject({ port: 80 })
  })

  it('names the URL whose host does not resolve', async () => {
    const target = resolveTarget(new URL('http://nowhere.example/'), false, () => Promise.reject(new Error('ENOTFOUND')))
    await expect(target).rejects.toMatchObject({ code: 'LAT_LOAD_UNRESOLVED', message: expect.stringContaining('nowhere.example') })
  })
})

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'])('says yes to %s', (address) => expect(isLoopback(address)).toBe(true))
  it.each(['10.0.0.1', '0.0.0.0', '::', '1270.0.0.1', '::ffff:10.0.0.1', '128.0.0.1'])('says no to %s', (address) => expect(isLoopback(address)).toBe(false))
})
