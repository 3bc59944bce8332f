/** The few ASN.1 types a certificate needs, in DER. */
const TAG = { boolean: 0x01, integer: 0x02, bitString: 0x03, octetString: 0x04, oid: 0x06, utf8: 0x0c, time: 0x18, sequence: 0x30, set: 0x31 } as const

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), content])
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content])
}

export const der = {
  sequence: (...parts: readonly Buffer[]): Buffer => encode(TAG.sequence, Buffer.concat(parts)),
  set: (...parts: readonly Buffer[]): Buffer => encode(TAG.set, Buffer.concat(parts)),
  /** A positive integer: a leading zero keeps its sign bit clear. */
  integer: (bytes: Buffer): Buffer => encode(TAG.integer, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes),
  true: (): Buffer => encode(TAG.boolean, Buffer.of(0xff)),
  utf8: (text: string): Buffer => encode(TAG.utf8, Buffer.from(text)),
  octets: (content: Buffer): Buffer => encode(TAG.octetString, content),
  bits: (content: Buffer, unusedBits = 0): Buffer => encode(TAG.bitString, Buffer.concat([Buffer.of(unusedBits), content])),
  /** A time in UTC to the second, `20260101000000Z`. */
  time: (at: Date): Buffer => encode(TAG.time, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`)),
  /** An explicit, or for primitive content an implicit, context tag. */
  tagged: (number: number, content: Buffer, constructed = true): Buffer => encode((constructed ? 0xa0 : 0x80) | number, content),
  oid: (dotted: string): Buffer => {
    const [first = 0, second = 0, ...arcs] = dotted.split('.').map(Number)
    const bytes = [40 * first + second]
    for (const arc of arcs) {
      const groups = [arc & 0x7f]
      for (let rest = arc >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80)
      bytes.push(...groups)
    }
    return encode(TAG.oid, Buffer.from(bytes))
  },
}
