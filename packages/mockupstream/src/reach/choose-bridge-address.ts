import { networkInterfaces } from 'node:os'
import type { NetworkInterfaceInfo } from 'node:os'
import { bridgeFault } from '../errors.js'

/** A container bridge of this machine: reachable from its containers and from no other machine. */
export interface BridgeAddress {
  readonly interfaceName: string
  readonly address: string
}

const BRIDGE_NAMES = /^(docker|br-|podman|cni|lxdbr|lxcbr|virbr|incusbr|bridge)[\w-]*$/
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/

/**
 * Finds the address of a container bridge, by interface name or, with `null`, the only one there is.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_BRIDGE` when there is none, several, or the named one is no bridge with
 *   a private IPv4 address
 */
export function chooseBridgeAddress(interfaceName: string | null, interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): BridgeAddress {
  const bridges = Object.entries(interfaces).flatMap(([name, addresses = []]) => {
    const own = BRIDGE_NAMES.test(name) ? addresses.find(({ family, address, internal }) => family === 'IPv4' && !internal && PRIVATE.test(address)) : undefined
    return own === undefined ? [] : [{ interfaceName: name, address: own.address }]
  })
  const names = bridges.map((bridge) => bridge.interfaceName).join(', ')
  if (interfaceName !== null) {
    const chosen = bridges.find((bridge) => bridge.interfaceName === interfaceName)
    if (chosen === undefined) throw bridgeFault(`"${interfaceName}" is not a container bridge with a private IPv4 address; ${names === '' ? 'there is none' : `there is ${names}`}`)
    return chosen
  }
  if (bridges.length === 0) throw bridgeFault(`there is no container bridge with a private IPv4 address among ${Object.keys(interfaces).join(', ') || 'no interfaces'}`)
  if (bridges.length > 1) throw bridgeFault(`there are several container bridges (${names}); name one, as in bridge:${bridges[0]!.interfaceName}`)
  return bridges[0]!
}
