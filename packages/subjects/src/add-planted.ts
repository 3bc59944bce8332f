const HEADER = 'x-lat-planted-ns'

/**
 * Adds a planted delay to the head of an answer. A delay that another plant on the path has
 * recorded there already is added to it: the header says what was planted in all.
 */
export function addPlanted(head: Buffer, plantedNs: number): Buffer {
  const text = head.toString('latin1')
  const before = new RegExp(`^${HEADER}:[ \t]*(\\d+)[ \t]*\r\n`, 'im').exec(text)
  const others = before === null ? text : text.slice(0, before.index) + text.slice(before.index + before[0].length)
  const totalNs = plantedNs + Number(before?.[1] ?? 0)
  return Buffer.from(`${others.slice(0, -2)}${HEADER}: ${totalNs}\r\n\r\n`, 'latin1')
}
