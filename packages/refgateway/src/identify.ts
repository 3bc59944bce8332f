import type { IncomingHttpHeaders } from 'node:http'

export type Provider = 'openai' | 'anthropic'

const providers = new Map<string, Provider>([['openai', 'openai'], ['anthropic', 'anthropic']])

export interface Route {
  readonly provider: Provider
  /** What is asked of the upstream: the target without its first segment, query included. */
  readonly path: string
}

/**
 * Where a request target leads: its first segment names the provider, the rest is the provider's.
 *
 * @example routeOf('/openai/v1/chat/completions') // { provider: 'openai', path: '/v1/chat/completions' }
 */
export function routeOf(target: string): Route | null {
  const slash = target.indexOf('/', 1)
  if (slash === -1) return null
  const provider = providers.get(target.slice(1, slash))
  return provider === undefined ? null : { provider, path: target.slice(slash) }
}

export const agentHeader = 'x-lat-agent'

/** The configured agent a request names in its `x-lat-agent` header, or `null`. */
export function agentOf(headers: IncomingHttpHeaders, agents: ReadonlySet<string>): string | null {
  const named = headers[agentHeader]
  return typeof named === 'string' && agents.has(named) ? named : null
}
