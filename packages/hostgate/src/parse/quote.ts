/** Start of a text for a message: what was read, on one line and never long. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? 'nothing' : JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line)
}
