import { describe, expect, it } from 'vitest'
import { requireLoopback } from '../../src/core/require-loopback.js'

describe('requireLoopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1'])('lets %s through', (host) => {
    expect(requireLoopback(host)).toBe(host)
  })

  it.each([
    ['localhost', 'a name may resolve to anything'],
    ['0.0.0.0', 'every interface'],
    ['::', 'every interface'],
    ['127.1', 'not a literal IP address'],
    ['0x7f.1', 'not a literal IP address'],
    ['2130706433', 'not a literal IP address'],
    ['[::1]', 'not a literal IP address'],
    ['::ffff:127.0.0.1', 'not a loopback address'],
    ['192.0.2.1', 'not a loopback address'],
    ['', 'not a literal IP address'],
  ])('refuses "%s" with the reason', (host, reason) => {
    expect(() => requireLoopback(host)).toThrow(expect.objectContaining({ code: 'LAT_MOCK_NOT_LOOPBACK', message: expect.stringContaining(reason) }))
  })
})
