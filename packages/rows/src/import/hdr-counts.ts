/** Why a payload cannot be read; the log adds the line. */
export class HdrPayloadFault extends Error {}

/** Counts by value, as an HdrHistogram V2 payload holds them. */
export interface HdrCounts {
  readonly significantDigits: number
  /** Largest value that falls into a slot, ascending, and how many values did. */
  readonly slots: readonly { readonly value: number; readonly count: number }[]
  readonly total: number
}

const V2_COOKIE = 0x1c849303
const V2_COMPRESSED_COOKIE = 0x1c849304
const COOKIE_MASK = 0xffffff0f
const HEADER_BYTES = 40
/** Of an inflated payload: a histogram of 1 ns to an hour in 5 digits has far fewer slots. */
const MOST_BYTES = 67_108_864

export type Inflate = (bytes: Uint8Array, mostBytes: number) => Uint8Array

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function cookieOf(bytes: Uint8Array, wanted: number, what: string): void {
  const cookie = bytes.length < 8 ? 0 : (view(bytes).getUint32(0) & COOKIE_MASK) >>> 0
  if (cookie !== (wanted & COOKIE_MASK) >>> 0) throw new HdrPayloadFault(`the ${what} is not a V2 payload of HdrHistogram`)
}

/** The next ZigZag LEB128 number: at most nine bytes, of which the ninth gives eight bits. */
function* zigZagNumbers(bytes: Uint8Array): Generator<number> {
  for (let at = 0; at < bytes.length; ) {
    let value = 0n
    for (let index = 0n; ; index += 1n) {
      const byte = bytes[at]
      if (byte === undefined) throw new HdrPayloadFault('the counts are cut inside a number')
      at += 1
      value |= BigInt(index < 8n ? byte & 0x7f : byte) << (index * 7n)
      if (index === 8n || byte < 0x80) break
    }
    const decoded = Number((value >> 1n) ^ -(value & 1n))
    if (!Number.isSafeInteger(decoded)) throw new HdrPayloadFault('a count is above 2^53 - 1')
    yield decoded
  }
}

/** Largest value of a slot: sub-buckets whose width doubles from bucket to bucket. */
function highestValueOf(slot: number, subBucketCount: number, unitMagnitude: number): number {
  const half = subBucketCount / 2
  const bucket = Math.floor(slot / half) - 1
  const subBucket = bucket < 0 ? slot : (slot % half) + half
  if (bucket > 53) return Infinity
  let width = 1
  for (let shift = Math.max(0, bucket) + unitMagnitude; shift > 0; shift -= 1) width *= 2
  return subBucket * width + width - 1
}

/**
 * Counts of one compressed V2 payload.
 *
 * @param inflate unpacks zlib; passed in, since this code runs where there is no Node
 * @throws {HdrPayloadFault}
 */
export function hdrCounts(payload: Uint8Array, inflate: Inflate): HdrCounts {
  cookieOf(payload, V2_COMPRESSED_COOKIE, 'text')
  const length = view(payload).getInt32(4)
  if (length < 0 || length !== payload.length - 8) throw new HdrPayloadFault(`the payload says ${length} compressed bytes and has ${payload.length - 8}`)
  let bytes: Uint8Array
  try {
    bytes = inflate(payload.subarray(8), MOST_BYTES)
  } catch (error) {
    throw new HdrPayloadFault(`the payload does not unpack: ${error instanceof Error ? error.message : String(error)}`)
  }
  cookieOf(bytes, V2_COOKIE, 'unpacked text')
  if (bytes.length < HEADER_BYTES) throw new HdrPayloadFault('the payload is shorter than its header')
  const header = view(bytes)
  const [countBytes, offset, significantDigits] = [header.getInt32(4), header.getInt32(8), header.getInt32(12)]
  const lowest = header.getBigInt64(16)
  if (countBytes !== bytes.length - HEADER_BYTES) throw new HdrPayloadFault(`the header says ${countBytes} bytes of counts and ${bytes.length - HEADER_BYTES} follow`)
  // The JavaScript library writes 1 and shifts nothing.
  if (offset !== 0 && offset !== 1) throw new HdrPayloadFault('its counts are shifted, which this reader does not undo')
  if (significantDigits < 0 || significantDigits > 5 || lowest < 1n || lowest > 0xffffffffn) throw new HdrPayloadFault('its header names an impossible precision or lowest value')

  let resolution = 2
  for (let digit = 0; digit < significantDigits; digit += 1) resolution *= 10
  let subBucketCount = 2
  while (subBucketCount < resolution) subBucketCount *= 2
  let unitMagnitude = 0
  for (let low = lowest; low > 1n; low >>= 1n) unitMagnitude += 1

  const slots: { value: number; count: number }[] = []
  let slot = 0
  let total = 0
  for (const number of zigZagNumbers(bytes.subarray(HEADER_BYTES))) {
    if (number < 0) slot -= number
    else {
      const value = highestValueOf(slot, subBucketCount, unitMagnitude)
      if (!Number.isSafeInteger(value)) throw new HdrPayloadFault('a value is above 2^53 - 1')
      if (number > 0) slots.push({ value, count: number })
      total += number
      slot += 1
    }
  }
  if (!Number.isSafeInteger(total)) throw new HdrPayloadFault('the counts add up to more than 2^53 - 1')
  return { significantDigits, slots, total }
}
