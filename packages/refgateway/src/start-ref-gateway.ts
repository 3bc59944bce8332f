import { parseConfig, type RefGatewayOptions } from './config.js'
import { openGateway, type RefGateway } from './open-gateway.js'
import { createTokenizer, type Tokenizer } from './tokenizer.js'
import { warmUp } from './warm-up.js'

export interface RefGatewayEnvironment {
  /** In place of the wall clock that the budgets' hour is counted by. */
  readonly nowMs?: () => number
  /** In place of a tokenizer built at the start; it stays the caller's to free. */
  readonly tokenizer?: Tokenizer
}

/**
 * Starts a gateway on a loopback address. When the promise settles its tokenizer is built, its request path
 * has served `warmUpRequests` requests of its own, and its port is open.
 *
 * @throws {RefGatewayInputError} `LAT_RGW_CONFIG`, naming every fault of the configuration
 * @throws {RefGatewayStartError} `LAT_RGW_PORT_HELD`, `LAT_RGW_LISTEN` or `LAT_RGW_LOG`
 * @example
 * const gateway = await startRefGateway({ mode: 'enforce', upstreamUrl: 'http://127.0.0.1:19099' })
 * gateway.health().enforcing // true
 */
export async function startRefGateway(options: RefGatewayOptions, environment: RefGatewayEnvironment = {}): Promise<RefGateway> {
  const config = parseConfig(options)
  const counts = config.mode !== 'passthrough' && !config.notEnforcing
  const own = counts && environment.tokenizer === undefined ? createTokenizer() : null
  const tokenizer = counts ? environment.tokenizer ?? own : null
  await warmUp(config, tokenizer)
  const gateway = await openGateway(config, { tokenizer, nowMs: environment.nowMs ?? Date.now })
  let closing: Promise<void> | null = null
  return { ...gateway, close: () => closing ??= gateway.close().then(() => { own?.free() }) }
}
