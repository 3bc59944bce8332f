/** The first place at which two JSON values differ, in words, or `null` when they are equal. */
export function jsonDifference(stored: unknown, derived: unknown, path = ''): string | null {
  if (Object.is(stored, derived)) return null
  if (typeof stored === 'object' && typeof derived === 'object' && stored !== null && derived !== null) {
    const keys = [...new Set([...Object.keys(stored), ...Object.keys(derived)])]
    for (const key of keys) {
      const place = Array.isArray(derived) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      const found = jsonDifference((stored as Record<string, unknown>)[key], (derived as Record<string, unknown>)[key], place)
      if (found !== null) return found
    }
    return null
  }
  return `${path} is ${JSON.stringify(stored) ?? 'absent'}, the rows say ${JSON.stringify(derived) ?? 'absent'}`
}

/** The first line at which two texts differ, in words, or `null` when they are equal. */
export function textDifference(stored: string, derived: string): string | null {
  if (stored === derived) return null
  const [left, right] = [stored.split('\n'), derived.split('\n')]
  const line = left.findIndex((text, index) => text !== right[index])
  const at = line === -1 ? left.length : line
  return `line ${at + 1} is ${quote(left[at])}, the rows say ${quote(right[at])}`
}

function quote(line: string | undefined): string {
  if (line === undefined) return 'absent'
  return `"${line.length > 160 ? `${line.slice(0, 157)}...` : line}"`
}
