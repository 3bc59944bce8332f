/** Nanoseconds as microseconds with three decimals. @example formatUs(96_125) // '96.125µs' */
export function formatUs(ns: number, signed = false): string {
  const text = (ns / 1000).toFixed(3)
  const clean = Number(text) === 0 ? '0.000' : text
  return `${signed && Number(clean) > 0 ? '+' : ''}${clean}µs`
}
