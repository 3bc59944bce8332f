/** Names and values, alternating and trimmed, of the fields of a head that has been parsed. */
export function listFields(head: Buffer): string[] {
  const fields: string[] = []
  for (const line of head.toString('latin1').split('\r\n').slice(1)) {
    const colon = line.indexOf(':')
    let start = colon + 1
    let end = line.length
    while (start < end && isBlank(line.charCodeAt(start))) start += 1
    while (end > start && isBlank(line.charCodeAt(end - 1))) end -= 1
    fields.push(line.slice(0, colon), line.slice(start, end))
  }
  return fields
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09
}
