import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:https'
import type { NetworkInterfaceInfo } from 'node:os'
import { connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { startFake } from '../../src/index.js'
import { chooseBridgeAddress } from '../../src/reach/choose-bridge-address.js'
import { createRunCertificates } from '../../src/reach/create-run-certificates.js'
import { openReach } from '../../src/reach/open-reach.js'
import { fakeServer } from '../support/with-server.js'

function ask(url: string, ca: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/chat/completions`, { method: 'POST', ...(ca === undefined ? {} : { ca }) }, (answer) => {
      let body = ''
      answer.on('data', (part: Buffer) => (body += part.toString())).on('end', () => resolve(body))
    })
    sent.on('error', reject).end('{"stream":true}')
  })
}

describe('tls', () => {
  it('serves clients that trust the authority of the run, and only them', async () => {
    const fake = await startFake({ tls: true })
    const { caFile } = fake.identity.topology
    expect(fake.url).toMatch(/^https:/)
    expect(statSync(caFile!).mode & 0o777).toBe(0o600)
    expect(await ask(fake.url, readFileSync(caFile!, 'utf8'))).toContain('data: [DONE]')
    expect(await ask(fake.url.replace('127.0.0.1', 'localhost'), readFileSync(caFile!, 'utf8'))).toContain('data: [DONE]')
    await expect(ask(fake.url, undefined)).rejects.toThrow(/certificate/)
    await fake.close()
    expect(existsSync(caFile!)).toBe(false)
  })

  it('resets a secure connection when a fault asks for it', async () => {
    const fake = await fakeServer({ tls: true, faults: { rules: [{ fault: 'cut-after-events=1:rst' }] } })
    await expect(ask(fake.url, readFileSync(fake.identity.topology.caFile!, 'utf8'))).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('survives a client that speaks no TLS, and closes with a handshake half done', async () => {
    const fake = await startFake({ tls: true })
    await expect(fetch(fake.url.replace('https', 'http'))).rejects.toThrow()
    const silent = connect({ host: '127.0.0.1', port: fake.port, rejectUnauthorized: false })
    silent.on('error', () => undefined)
    await fake.close()
  })
})

describe('createRunCertificates', () => {
  const { caPem, certificatePem } = createRunCertificates(['127.0.0.1', '::1', 'localhost', '172.17.0.1'], new Date('2026-05-06T07:08:09Z'))
  const ca = new X509Certificate(caPem)
  const leaf = new X509Certificate(certificatePem)

  it('makes an authority that signs a certificate for the given hosts', () => {
    expect(ca.ca).toBe(true)
    expect(leaf.ca).toBe(false)
    expect(ca.verify(ca.publicKey)).toBe(true)
    expect(leaf.verify(ca.publicKey)).toBe(true)
    expect(leaf.checkIssued(ca)).toBe(true)
    expect(['127.0.0.1', '172.17.0.1', '::1'].map((address) => leaf.checkIP(address))).toEqual(['127.0.0.1', '172.17.0.1', '::1'])
    expect(leaf.checkHost('localhost')).toBe('localhost')
    expect(leaf.checkHost('example.com')).toBeUndefined()
  })

  it('is valid for a week, backdated by an hour', () => {
    expect(Date.parse(leaf.validFrom)).toBe(Date.parse('2026-05-06T06:08:09Z'))
    expect(Date.parse(leaf.validTo)).toBe(Date.parse('2026-05-13T07:08:09Z'))
  })

  it('gives each run an authority of its own', () => {
    expect(createRunCertificates(['127.0.0.1']).caPem).not.toBe(caPem)
  })
})

describe('chooseBridgeAddress', () => {
  const ipv4 = (address: string, internal = false): NetworkInterfaceInfo => ({ address, family: 'IPv4', internal, netmask: '', mac: '', cidr: null })
  const host = { lo: [ipv4('127.0.0.1', true)], eth0: [ipv4('192.168.1.5')] }

  it('takes the only bridge, or the named one', () => {
    expect(chooseBridgeAddress(null, { ...host, docker0: [ipv4('172.17.0.1')] })).toEqual({ interfaceName: 'docker0', address: '172.17.0.1' })
    expect(chooseBridgeAddress('br-1a2b', { ...host, docker0: [ipv4('172.17.0.1')], 'br-1a2b': [ipv4('172.18.0.1')] })).toMatchObject({ address: '172.18.0.1' })
  })

  it.each([
    ['no bridge', null, host, 'no container bridge with a private IPv4 address among lo, eth0'],
    ['several bridges', null, { docker0: [ipv4('172.17.0.1')], podman0: [ipv4('10.88.0.1')] }, 'several container bridges (docker0, podman0)'],
    ['an ordinary interface', 'eth0', host, '"eth0" is not a container bridge'],
    ['a bridge with a public address', 'docker0', { docker0: [ipv4('203.0.113.5')] }, 'there is none'],
  ])('refuses %s', (_, name, interfaces, reason) => {
    expect(() => chooseBridgeAddress(name, interfaces)).toThrow(expect.objectContaining({ code: 'LAT_MOCK_BRIDGE', message: expect.stringContaining(reason) }))
  })
})

describe('openReach', () => {
  it.each([
    ['LAT_MOCK_BAD_OPTIONS', { listen: 'all' }, 'listen is "all"'],
    ['LAT_MOCK_BAD_OPTIONS', { listen: 'bridge', host: '127.0.0.1' }, 'exclude each other'],
    ['LAT_MOCK_NOT_LOOPBACK', { host: '172.17.0.1' }, 'not a loopback address'],
    ['LAT_MOCK_BRIDGE', { listen: 'bridge:lo' }, '"lo" is not a container bridge'],
  ])('refuses with %s', (code, options, reason) => {
    expect(() => openReach(options)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(reason) }))
  })
})
