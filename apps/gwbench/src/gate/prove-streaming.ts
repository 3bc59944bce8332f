import type { GatedUpstream } from './start-gated-upstream.js'

/** What a target did with a stream whose upstream sent event by event, each only after the one before had arrived. */
export type StreamProof =
  | { readonly verdict: 'streams' }
  | { readonly verdict: 'buffers' | 'failed'; readonly what: string }

export interface ProofOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly gate: GatedUpstream
  /** How long an event may take to come through. */
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

/** The event the proof rests on: a gateway that flushes only what it reads first passes on one. */
export const PROVEN_EVENTS = 2

/** How long a gateway that held events back may take to deliver them after all. */
const LATEST_MS = 10_000

/**
 * Proves that a gateway hands events on as they come: the upstream withholds all after the first until the first has
 * arrived, and all after the second until the second has. No time is measured; a buffering gateway never delivers, and is
 * given up on after `limitMs`.
 */
export async function proveStreaming({ url, headers, body, gate, limitMs, signal }: ProofOptions): Promise<StreamProof> {
  const stop = new AbortController()
  const before = gate.requests()
  // In an object, because the compiler believes of a variable that nobody else changes it.
  const state = { seen: 0, late: false, heldAfter: 0 }
  let timer = setTimeout(giveUp, limitMs)
  function giveUp(): void {
    state.late = true
    state.heldAfter = state.seen
    // Everything at once, so that a buffering gateway ends its answer and its connection stays usable.
    gate.release(Infinity)
    timer = setTimeout(() => stop.abort(), LATEST_MS)
  }
  try {
    const answer = await fetch(url, { method: 'POST', headers: { ...headers }, body, redirect: 'manual', signal: signal ? AbortSignal.any([stop.signal, signal]) : stop.signal })
    if (answer.status !== 200) return { verdict: 'failed', what: `answered ${answer.status} to a stream` }
    if (gate.requests() === before) return { verdict: 'failed', what: 'answered a stream that never reached the upstream' }
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const complete = text.split(/\r?\n\r?\n/).slice(0, -1).filter((event) => /^data:/m.test(event)).length
      if (complete <= state.seen) continue
      state.seen = complete
      if (state.late) continue
      clearTimeout(timer)
      timer = setTimeout(giveUp, limitMs)
      gate.release(state.seen >= PROVEN_EVENTS ? Infinity : state.seen + 1)
    }
    if (state.late) return { verdict: 'buffers', what: `held back event ${state.heldAfter + 1} of a stream until the upstream had sent the rest` }
    if (state.seen < PROVEN_EVENTS) return { verdict: 'failed', what: `ended a stream after ${state.seen} of ${gate.eventCount} events` }
    return { verdict: 'streams' }
  } catch (error) {
    if (signal?.aborted) throw error
    if (state.late) return { verdict: 'buffers', what: 'held back a stream that the upstream was sending event by event, and did not deliver it afterwards' }
    return { verdict: 'failed', what: `broke off a stream (${(error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name})` }
  } finally {
    clearTimeout(timer)
    gate.release(Infinity)
  }
}
