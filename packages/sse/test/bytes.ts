import fc from 'fast-check'

const encoder = new TextEncoder()

export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** Cuts bytes at the given offsets, in order. */
export function cut(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const marks = [0, ...[...offsets].map((offset) => Math.min(offset, bytes.length)).sort((a, b) => a - b), bytes.length]
  return marks.slice(1).map((end, index) => bytes.subarray(marks[index], end))
}

/** Streams made of the parts that decide where events end, so that short ones already meet every rule. */
export const streams: fc.Arbitrary<Uint8Array> = fc
  .array(fc.constantFrom('\n', '\r', '\r\n', 'data', 'data:', 'data: x', 'dat', 'datax', ':', ': [DONE]', 'event: ping', 'id: 7', 'retry: 30', ' ', '\ufeff', '你', '🌍', '\0'), { maxLength: 24 })
  .map((parts) => utf8(parts.join('')))
