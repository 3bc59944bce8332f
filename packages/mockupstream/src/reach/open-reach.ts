import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireLoopback } from '../core/require-loopback.js'
import { badOptions } from '../errors.js'
import { chooseBridgeAddress } from './choose-bridge-address.js'
import { createRunCertificates } from './create-run-certificates.js'
import type { RunCertificates } from './create-run-certificates.js'

export interface ReachOptions {
  /** A literal loopback address. */
  readonly host?: string
  /** 0 takes any free port. */
  readonly port?: number
  /** `bridge` or `bridge:INTERFACE` listens on a container bridge instead of loopback, and never on more. */
  readonly listen?: string
  /** HTTPS with an authority made for this run; `caFile` says where it is. */
  readonly tls?: boolean
}

/** How clients get to the server; part of its identity, because it is part of what is measured. */
export interface Topology {
  readonly listen: 'loopback' | 'bridge'
  readonly interfaceName: string | null
  readonly tls: boolean
  /** Certificate of the authority to trust; removed when the server closes. */
  readonly caFile: string | null
}

export interface Reach {
  readonly host: string
  readonly port: number
  readonly topology: Topology
  readonly certificates: RunCertificates | null
  readonly urlOf: (port: number) => string
  readonly cleanUp: () => void
}

/**
 * Decides where to listen, and makes the certificates when asked.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_NOT_LOOPBACK`, `LAT_MOCK_BRIDGE`, `LAT_MOCK_BAD_OPTIONS`
 */
export function openReach({ host, port = 0, listen, tls = false }: ReachOptions): Reach {
  const bridge = listen === undefined ? null : chooseBridge(listen, host)
  const address = bridge?.address ?? requireLoopback(host ?? '127.0.0.1')
  const certificates = tls ? createRunCertificates([address, 'localhost']) : null
  const directory = certificates === null ? null : mkdtempSync(join(tmpdir(), 'lat-mockupstream-'))
  const caFile = directory === null ? null : join(directory, 'ca.pem')
  if (caFile !== null) writeFileSync(caFile, certificates!.caPem, { mode: 0o600 })
  return {
    host: address,
    port,
    topology: { listen: bridge === null ? 'loopback' : 'bridge', interfaceName: bridge?.interfaceName ?? null, tls, caFile },
    certificates,
    urlOf: (bound) => `${tls ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${bound}`,
    cleanUp: () => {
      if (directory !== null) rmSync(directory, { recursive: true, force: true })
    },
  }
}

function chooseBridge(listen: string, host: string | undefined): ReturnType<typeof chooseBridgeAddress> {
  if (host !== undefined) throw badOptions(['host and listen exclude each other.'])
  const parts = /^bridge(?::(.+))?$/.exec(listen)
  if (parts === null) throw badOptions([`listen is "${listen}"; it must be "bridge" or "bridge:INTERFACE".`])
  return chooseBridgeAddress(parts[1] ?? null)
}
