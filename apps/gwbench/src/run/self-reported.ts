import { median } from '../report/median.js'
import type { SelfReported } from '../report/result-schema.js'
import type { MeasuredTarget } from './measured-target.js'
import { requestHeaders } from './request-headers.js'

/** Headers in which gateways tell their own cost, in ms, or that of their upstream. */
const HEADERS = ['x-litellm-overhead-duration-ms', 'x-litellm-response-duration-ms', 'x-kong-proxy-latency', 'x-kong-upstream-latency', 'x-envoy-upstream-service-time', 'x-portkey-gateway-latency']
const REQUESTS = 21

/**
 * What a target says about its own cost, from untimed requests after the run: to be read beside the measurement, never in its
 * place, for gateways leave parts of themselves out of it.
 */
export async function selfReported(target: MeasuredTarget, body: string, signal?: AbortSignal): Promise<SelfReported[]> {
  const seen = new Map<string, string[]>()
  for (let nth = 0; nth < REQUESTS; nth += 1) {
    const timeout = AbortSignal.timeout(30_000)
    const answer = await fetch(target.url, { method: 'POST', headers: requestHeaders(target), body, redirect: 'manual', signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch(() => null)
    if (answer === null) break
    await answer.arrayBuffer().catch(() => undefined)
    for (const header of HEADERS) {
      const value = answer.headers.get(header)
      if (value !== null) seen.set(header, [...(seen.get(header) ?? []), value.slice(0, 64)])
    }
    // Most say nothing, and one answer shows it.
    if (seen.size === 0) break
  }
  return [...seen].map(([header, values]) => {
    const numbers = values.map(Number)
    return { header, values, medianNs: numbers.every(Number.isFinite) ? Math.round(median(numbers) * 1e6) : null }
  })
}
