const nsPerMs = 1_000_000

/** Thresholds are written in ms and readings are kept in ns: converted here, once. */
export function nsFromMs(valueMs: number): number {
  return Math.round(valueMs * nsPerMs)
}

/** Exact to the ns, for results that a program reads. */
export function msFromNs(valueNs: number): number {
  return valueNs / nsPerMs
}

/** `0.498 ms` */
export function msText(valueNs: number): string {
  const text = (valueNs / nsPerMs).toFixed(3)
  return `${text === '-0.000' ? '0.000' : text} ms`
}

/** `+0.498 ms`: a difference always carries its sign. */
export function signedMsText(valueNs: number): string {
  const text = msText(valueNs)
  return text.startsWith('-') ? text : `+${text}`
}
