import { createColumns } from './columns.js'
import type { CanarySetup } from './io-messages.js'
import { startThread } from './start-thread.js'
import type { RunningThread } from './start-thread.js'

/** Canaries per second: enough for a median in a few seconds, and never more than a tenth of the load. */
const MOST_PER_SECOND = 20

export interface RunningCanary {
  readonly setup: CanarySetup
  readonly responder: RunningThread<{ readonly port: number }>
}

/** Starts the responder of the canary and sizes its columns for a steady phase. */
export async function startCanary(ratePerSecond: number, steadyMs: number): Promise<RunningCanary> {
  const responder = startThread<{ readonly port: number }>(new URL('../worker/responder.mjs', import.meta.url), 'responder', null)
  const { port } = await responder.next()
  const perSecond = Math.min(MOST_PER_SECOND, ratePerSecond / 10)
  const count = Math.ceil((perSecond * steadyMs) / 1000) + 1
  const columns = createColumns(new Float64Array(new SharedArrayBuffer(count * 8)), new Uint8Array(new SharedArrayBuffer(count)), false)
  const target = {
    arm: 'canary',
    origin: `http://127.0.0.1:${port}`,
    secure: false,
    address: '127.0.0.1',
    port,
    serverName: null,
    host: `127.0.0.1:${port}`,
    path: '/',
    method: 'GET',
    headers: [],
    body: null,
    expect: 'any',
    ca: null,
  } as const
  return { setup: { target, columns, periodMs: 1000 / perSecond }, responder }
}
