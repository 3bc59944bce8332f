import type { FailureName } from '../failures.js'

const TEXT = new TextDecoder()

/** Whether a parsed answer says by a top-level `error` that it is none; `"error": null` says nothing. */
function carriesError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false
  return value.error !== null && value.error !== undefined && value.error !== false
}

/** `none` for JSON without a top-level `error`: gateways wrap upstream faults in a 200. */
export function verifyJson(body: Uint8Array): FailureName {
  let value: unknown
  try {
    value = JSON.parse(TEXT.decode(body))
  } catch {
    return 'body-not-json'
  }
  return carriesError(value) ? 'body-error' : 'none'
}
