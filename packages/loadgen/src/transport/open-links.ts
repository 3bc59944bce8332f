/** Connections opened at once: below every listen backlog. */
const BATCH = 64
/** However short the deadline of a request is: a handshake whose first packet was lost starts again after 1 s. */
const LEAST_MS = 2000

/** A connection that can be opened ahead of its first request. */
export interface OpenableLink {
  /** Opens the connection without writing a byte. */
  preconnect(): Promise<void>
  /** Ends an attempt to connect, if there is one, which fails whoever waits for it. */
  cancelConnecting(error: Error): void
}

/**
 * Opens every link, a batch at a time. A batch has `withinMs`, though never less than 2 s.
 *
 * @throws when one is refused or is not open in time, or the signal is given
 */
export async function openLinks(links: readonly OpenableLink[], withinMs: number, signal?: AbortSignal): Promise<void> {
  const limitMs = Math.max(withinMs, LEAST_MS)
  for (let from = 0; from < links.length; from += BATCH) {
    signal?.throwIfAborted()
    const batch = links.slice(from, from + BATCH)
    const giveUp = (why: string): void => {
      for (const link of batch) link.cancelConnecting(new Error(why))
    }
    const stopped = (): void => giveUp('stopped before they were open')
    const overdue = setTimeout(() => giveUp(`not open within ${limitMs} ms`), limitMs)
    signal?.addEventListener('abort', stopped, { once: true })
    try {
      await Promise.all(batch.map((link) => link.preconnect()))
    } finally {
      clearTimeout(overdue)
      signal?.removeEventListener('abort', stopped)
    }
  }
}
