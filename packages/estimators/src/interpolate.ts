/** The point a share `fraction` of the way from `low` to `high`; monotone, and never outside the two. */
export function interpolate(low: number, high: number, fraction: number): number {
  if (fraction === 0 || low === high) return low
  const width = high - low
  if (width === Infinity) return low * (1 - fraction) + high * fraction
  return fraction < 0.5 ? low + fraction * width : high - (1 - fraction) * width
}
