import type { CheckedCellSpec } from './parse-cell-spec.js'
import { resolveTarget } from './resolve-target.js'
import type { WireTarget } from './transport/transport.js'
import { isIP } from 'node:net'

/** Resolves an arm to what goes over the wire. @throws as `resolveTarget` */
export async function wireTarget(arm: CheckedCellSpec['arms'][number], allowRemote: boolean, ca: string | null): Promise<WireTarget> {
  const url = new URL(arm.url)
  const { address, port } = await resolveTarget(url, allowRemote)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const headers = Object.entries(arm.headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]))
  // Identity on every arm: a proxy that compresses on its own shows up as a mismatch, not as slow events.
  headers.push('accept-encoding', 'identity')
  return {
    arm: arm.name,
    origin: url.origin,
    secure: url.protocol === 'https:',
    address,
    port,
    serverName: isIP(host) === 0 ? host : null,
    host: url.host,
    path: `${url.pathname}${url.search}`,
    method: arm.method,
    headers,
    body: arm.body,
    expect: arm.expect,
    ca,
  }
}
