export interface OutputRing {
  push(chunk: Uint8Array): void
  text(): string
}

/**
 * Keeps the last bytes a process wrote, whatever it writes in all.
 *
 * @example
 * const ring = outputRing(4)
 * ring.push(new TextEncoder().encode('abcdef'))
 * ring.text() // 'cdef'
 */
export function outputRing(capacityBytes: number): OutputRing {
  let chunks: Uint8Array[] = []
  let heldBytes = 0

  return {
    push(chunk) {
      chunks.push(chunk)
      heldBytes += chunk.byteLength
      // Twice the capacity before trimming: one copy per capacity written, not one per chunk.
      if (heldBytes > 2 * capacityBytes || chunks.length > 1024) {
        const kept = Buffer.concat(chunks).subarray(-capacityBytes)
        chunks = [kept]
        heldBytes = kept.byteLength
      }
    },
    text: () => Buffer.concat(chunks).subarray(-capacityBytes).toString('utf8'),
  }
}
