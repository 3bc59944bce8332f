import { describe, expect, it } from 'vitest'
import { parseConfig } from '../src/config.js'
import { RefGatewayInputError } from '../src/errors.js'

const upstreamUrl = 'http://127.0.0.1:19099'
const messageOf = (options: unknown) => {
  try {
    parseConfig(options)
  } catch (error) {
    if (error instanceof RefGatewayInputError) return `${error.code} ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('parseConfig', () => {
  it('fills in everything but mode and upstream', () => {
    expect(parseConfig({ mode: 'enforce', upstreamUrl })).toEqual({
      mode: 'enforce', upstreamUrl, host: '127.0.0.1', port: 0, version: 'unstamped', agents: ['bench'],
      budgetTokens: 1_000_000_000, budgetMicroDollars: 1_000_000_000, slots: 50, logFile: null,
      maxBodyBytes: 10_485_760, connectTimeoutMs: 10_000, headersTimeoutMs: 120_000, idleTimeoutMs: 120_000, drainMs: 10_000,
      warmUpRequests: 1000, plantDelayUs: 0, tokenizerPasses: 1, notEnforcing: false, refuseAfter: null,
    })
  })

  it.each([
    'http://127.0.0.1:1', 'http://127.1.2.3:1/base', 'http://[::1]:1', 'https://api.example.com/v1',
  ])('accepts the upstream %s', (url) => {
    expect(parseConfig({ mode: 'observe', upstreamUrl: url }).upstreamUrl).toBe(url)
  })

  it('reports every fault in one message', () => {
    const message = messageOf({ mode: 'enforced', port: 70_000, slots: 0, wrong: 1 })
    expect(message).toMatch(/^LAT_RGW_CONFIG The gateway configuration has 5 faults: /)
    for (const named of ['mode is "enforced"', 'upstreamUrl is missing', 'port is 70000', 'slots is 0', '"wrong"']) expect(message).toContain(named)
  })

  it('names the fields as its caller does', () => {
    expect(() => parseConfig({ mode: 'enforce' }, (key) => `--${key}`)).toThrow('one fault: --upstreamUrl is missing')
  })

  it.each([
    ['a name where an address is needed', { upstreamUrl: 'http://localhost:1' }, 'not localhost'],
    ['plain http to another machine', { upstreamUrl: 'http://10.0.0.1:1' }, 'literal loopback address'],
    ['a query in the upstream', { upstreamUrl: 'http://127.0.0.1:1/?a=1' }, 'all it may hold'],
    ['a scheme that is not HTTP', { upstreamUrl: 'ftp://127.0.0.1' }, 'scheme ftp:'],
    ['no URL at all', { upstreamUrl: 'upstream' }, 'not a URL'],
    ['a host that is not loopback', { host: '0.0.0.0' }, 'host is "0.0.0.0": must be a literal loopback address'],
    ['no agent', { agents: [] }, 'agents is []'],
    ['an agent a header cannot carry', { agents: ['ok', 'a b'] }, 'agents.1 is "a b"'],
    ['three passes', { tokenizerPasses: 3 }, 'tokenizerPasses is 3'],
    ['half a token', { budgetTokens: 0.5 }, 'budgetTokens is 0.5'],
  ])('refuses %s', (_, options, named) => {
    const message = messageOf({ mode: 'enforce', upstreamUrl, ...options })
    expect(message).toContain('LAT_RGW_CONFIG')
    expect(message).toContain(named)
  })
})
