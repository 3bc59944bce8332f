/**
 * Where two JSON values first differ, as a path with both values; `null` when they do not.
 *
 * @example firstDifference({ a: [1, 2] }, { a: [1, 3] }) // 'a.1: 2, 3'
 */
export function firstDifference(a: unknown, b: unknown, path = ''): string | null {
  if (Object.is(a, b)) return null
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = firstDifference((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`)
      if (found !== null) return found
    }
    return null
  }
  const shown = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
  return `${path === '' ? 'the whole' : path}: ${shown(a)}, ${shown(b)}`
}
