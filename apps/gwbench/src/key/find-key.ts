/** Where the admin APIs of gateways put a key they made. */
const USUAL_FIELDS = ['key', 'token', 'api_key', 'secret', 'value', 'data.key', 'data.token']

/**
 * The key in the answer of an admin API, at a field (dots descend) or at one of the usual ones; `null` where there is none.
 *
 * @example findKey({ data: { key: 'sk-1' } }, null) // 'sk-1'
 */
export function findKey(answer: unknown, field: string | null): string | null {
  for (const path of field === null ? USUAL_FIELDS : [field]) {
    let value = answer
    for (const name of path.split('.')) value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    if (typeof value === 'string' && /^[!-~]+$/.test(value)) return value
  }
  return null
}
