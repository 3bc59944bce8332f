import { transportFailure } from './transport-failure.js'

/** What a status and an error text make of a request; a redirect that was not followed is a failure. */
export function statusOutcome(status: number | null, error: string): { readonly outcome: 'ok' | 'failed'; readonly failure: string | null } {
  if (status !== null && status >= 300 && status < 400) return { outcome: 'failed', failure: `redirect-${status}` }
  if (status !== null && (status < 200 || status > 299)) return { outcome: 'failed', failure: `status-${status}` }
  if (status === null || error !== '') return { outcome: 'failed', failure: transportFailure(error) }
  return { outcome: 'ok', failure: null }
}
