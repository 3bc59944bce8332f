import { parseConfig, type RefGatewayOptions } from './config.js'
import { openGateway, type RefGateway } from './open-gateway.js'
import { createTokenizer } from './tokenizer.js'
import { warmUp } from './warm-up.js'

/**
 * Starts a gateway on a loopback address. When the promise settles its tokenizer is built, its request path
 * has served `warmUpRequests` requests of its own, and its port is open.
 *
 * @param environment `nowMs` replaces the wall clock that the budgets' hour is counted by
 * @throws {RefGatewayInputError} `LAT_RGW_CONFIG`, naming every fault of the configuration
 * @throws {RefGatewayStartError} `LAT_RGW_PORT_HELD`, `LAT_RGW_LISTEN` or `LAT_RGW_LOG`
 * @example
 * const gateway = await startRefGateway({ mode: 'enforce', upstreamUrl: 'http://127.0.0.1:19099' })
 * gateway.health().enforcing // true
 */
export async function startRefGateway(options: RefGatewayOptions, environment: { readonly nowMs?: () => number } = {}): Promise<RefGateway> {
  const config = parseConfig(options)
  const counts = config.mode !== 'passthrough' && !config.notEnforcing
  const tokenizer = counts ? createTokenizer() : null
  await warmUp(config, tokenizer)
  const gateway = await openGateway(config, tokenizer, environment.nowMs ?? Date.now)
  let closing: Promise<void> | null = null
  return { ...gateway, close: () => closing ??= gateway.close().then(() => { tokenizer?.free() }) }
}
