/** A plain decimal within bounds, both included, or `null`. Nothing else is a number to a parser of this package. */
export function boundedNumber(text: string | undefined, low: number, high: number): number | null {
  if (text === undefined || !/^-?\d{1,19}(?:\.\d{1,9})?$/.test(text)) return null
  const number = Number(text) + 0
  return number >= low && number <= high ? number : null
}
