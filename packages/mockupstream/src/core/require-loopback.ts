import { isIP, isIPv4 } from 'node:net'
import { notLoopback } from '../errors.js'

/**
 * Lets only a literal loopback address through: 127.0.0.0/8 or ::1.
 *
 * A name such as `localhost` is refused because what it resolves to is decided elsewhere.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_NOT_LOOPBACK` with the reason
 * @example requireLoopback('127.0.0.1') // '127.0.0.1'
 */
export function requireLoopback(host: string): string {
  if (isIP(host) === 0) throw notLoopback(host, 'it is not a literal IP address, and a name may resolve to anything')
  if (host === '0.0.0.0' || host === '::') throw notLoopback(host, 'it would listen on every interface of this machine')
  if (isIPv4(host) ? !host.startsWith('127.') : host !== '::1') throw notLoopback(host, 'it is not a loopback address')
  return host
}
