import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { isLoopback } from './is-loopback.js'
import { notLoopback, unresolvedHost } from './errors.js'

export interface PinnedAddress {
  readonly address: string
  readonly port: number
}

export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

/**
 * Resolves the host of a URL once, for the whole cell: a name that resolves anew per connection can reach
 * two address families. IPv4 is preferred, because `localhost` means ::1 first where only 127.0.0.1 listens.
 *
 * @throws {LoadgenInputError} `LAT_LOAD_NOT_LOOPBACK` when any address of the host is off this machine
 * @throws {LoadgenError} `LAT_LOAD_UNRESOLVED`
 */
export async function resolveTarget(url: URL, allowRemote: boolean, resolve: Lookup = (host) => lookup(host, { all: true })): Promise<PinnedAddress> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  let addresses: readonly LookupAddress[]
  if (isIP(host) !== 0) addresses = [{ address: host, family: isIP(host) }]
  else {
    try {
      addresses = await resolve(host)
    } catch (cause) {
      throw unresolvedHost(url.href, cause)
    }
  }
  const pinned = addresses.find(({ family }) => family === 4) ?? addresses[0]
  if (pinned === undefined) throw unresolvedHost(url.href, 'no address')
  const remote = addresses.find(({ address }) => !isLoopback(address))
  if (remote !== undefined && !allowRemote) throw notLoopback(url.href, remote.address)
  return { address: pinned.address, port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port) }
}
