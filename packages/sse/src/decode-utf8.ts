const REPLACEMENT = 0xfffd
// Below the argument limit of every engine.
const BATCH = 4096

/**
 * Text of UTF-8 bytes, each maximal invalid part replaced by U+FFFD, as the WHATWG decoder does.
 *
 * Written out because pure packages see neither `TextDecoder` nor `Buffer`. A byte order mark is kept.
 *
 * @example decodeUtf8(Uint8Array.of(0xe4, 0xbd, 0xa0)) // '你'
 */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = ''
  let units: number[] = []
  let at = 0
  while (at < bytes.length) {
    const lead = bytes[at++]!
    let codePoint = lead
    if (lead >= 0x80) {
      let needed = lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0
      codePoint = needed === 0 ? REPLACEMENT : lead & (0x3f >> needed)
      // Overlong forms, surrogates and values above U+10FFFF show in the second byte alone.
      let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
      let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
      for (; needed > 0; needed -= 1) {
        const next = bytes[at]
        if (next === undefined || next < low || next > high) {
          codePoint = REPLACEMENT
          break
        }
        codePoint = (codePoint << 6) | (next & 0x3f)
        at += 1
        low = 0x80
        high = 0xbf
      }
    }
    if (codePoint >= 0x10000) units.push(0xd7c0 + (codePoint >> 10), 0xdc00 | (codePoint & 0x3ff))
    else units.push(codePoint)
    if (units.length >= BATCH) {
      text += String.fromCharCode(...units)
      units = []
    }
  }
  return text + String.fromCharCode(...units)
}
