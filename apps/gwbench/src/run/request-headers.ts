import type { MeasuredTarget } from './measured-target.js'

/** Headers of a request to a target: the only place where a key leaves its wrapping. */
export function requestHeaders({ headers, key }: Pick<MeasuredTarget, 'headers' | 'key'>): Record<string, string> {
  return { 'content-type': 'application/json', ...headers, ...(key === null ? {} : { authorization: `Bearer ${key.reveal()}` }) }
}
