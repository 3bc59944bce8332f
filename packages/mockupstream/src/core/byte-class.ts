/** Bits of `BYTE_CLASS`. */
export const TOKEN = 1
export const FIELD_VALUE = 2
export const TARGET = 4
export const HOST = 8

/** What each byte may be part of. A table, because it is touched for every byte of every head. */
export const BYTE_CLASS = new Uint8Array(256)

for (let byte = 0; byte < 256; byte += 1) {
  const text = String.fromCharCode(byte)
  BYTE_CLASS[byte] =
    (/[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(text) ? TOKEN : 0) |
    (byte === 0x09 || (byte >= 0x20 && byte !== 0x7f) ? FIELD_VALUE : 0) |
    (byte >= 0x21 && byte <= 0x7e ? TARGET : 0) |
    (/[A-Za-z0-9.\-_~%!$&'()*+,;=:[\]]/.test(text) ? HOST : 0)
}
