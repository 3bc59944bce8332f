const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes of standard base64 with its padding; `null` for any other text. @example fromBase64('AQI=') // Uint8Array [1, 2] */
export function fromBase64(text: string): Uint8Array | null {
  const match = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text)
  if (match === null || text.length % 4 !== 0) return null
  const digits = match[1]!
  const bytes = new Uint8Array((digits.length * 3) >> 2)
  let held = 0
  let bits = 0
  let at = 0
  for (const digit of digits) {
    held = ((held << 6) | ALPHABET.indexOf(digit)) & 0xfff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at] = (held >> bits) & 0xff
      at += 1
    }
  }
  return bytes
}
