import { onTestFinished } from 'vitest'
import { createTokenizer, startRefGateway, type RefGateway, type RefGatewayOptions, type Tokenizer } from '../src/index.js'

let tokenizer: Tokenizer | undefined

/** A gateway that ends with the test, does not warm up, and shares the tokenizer of its test file. */
export async function startGateway(upstreamUrl: string, options: Partial<RefGatewayOptions> = {}, environment: { readonly nowMs?: () => number } = {}): Promise<RefGateway> {
  tokenizer ??= createTokenizer()
  const gateway = await startRefGateway({ mode: 'enforce', upstreamUrl, warmUpRequests: 0, drainMs: 0, ...options }, { tokenizer, ...environment })
  onTestFinished(() => gateway.close())
  return gateway
}

/** The token budget of the only agent. */
export const tokensOf = (gateway: RefGateway) => gateway.health().budgets.find(({ type }) => type === 'tokens')!
