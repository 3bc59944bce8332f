/** One line of visible characters: control and direction characters become their escapes, so that no name can break a line or a column. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\n') return '\\n'
    if (character === '\r') return '\\r'
    if (character === '\t') return '\\t'
    return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`
  })
}
