/** One field line: token, colon at once, value of visible bytes, spaces and tabs. */
const FIELD = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*(?:\r\n|$)/y

/** Whether text, given as latin1 without its last line end, is only valid field lines, as trailers must be. */
export function areFieldLines(text: string): boolean {
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) if (!FIELD.test(text)) return false
  return true
}
