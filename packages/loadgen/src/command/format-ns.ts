/** A time for readers, always in ms: `0.312`, `12.3`, `1200`; `-` where there is none. */
export function formatNs(ns: number | null): string {
  if (ns === null) return '-'
  const ms = ns / 1e6
  if (ms < 10) return ms.toFixed(3)
  return ms < 1000 ? ms.toFixed(1) : ms.toFixed(0)
}
