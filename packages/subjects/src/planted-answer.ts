const HEADER = 'x-lat-planted-ns'
/** A fixed width, leading zeros included, so that the head is complete before the delay is known. */
const DIGITS = 12
const LARGEST_NS = 999_999_999_999

/** An answer that is ready to be written in one piece but for the delay it reports. */
export interface PlantedAnswer {
  /** Fills the delay in and returns the bytes; the little that is left to do when the delay is over. */
  report(plantedNs: number): Buffer
}

/**
 * Prepares the head of an answer, and the part of its body that arrived with it, to report a planted delay. A delay
 * that another plant on the path has recorded there already is added to it: the header says what was planted in all.
 */
export function plantedAnswer(head: Buffer, body: Buffer | null): PlantedAnswer {
  const text = head.toString('latin1')
  const before = new RegExp(`^${HEADER}:[ \t]*(\\d+)[ \t]*\r\n`, 'im').exec(text)
  const others = before === null ? text : text.slice(0, before.index) + text.slice(before.index + before[0].length)
  const othersNs = Number(before?.[1] ?? 0)
  const start = `${others.slice(0, -2)}${HEADER}: `
  const bytes = Buffer.allocUnsafe(start.length + DIGITS + 4 + (body?.length ?? 0))
  bytes.write(start, 0, 'latin1')
  bytes.write('\r\n\r\n', start.length + DIGITS, 'latin1')
  body?.copy(bytes, start.length + DIGITS + 4)
  return {
    report(plantedNs) {
      bytes.write(String(Math.min(plantedNs + othersNs, LARGEST_NS)).padStart(DIGITS, '0'), start.length, 'latin1')
      return bytes
    },
  }
}
