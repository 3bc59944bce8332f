const filler = 'the measured gateway forwards this plain text prompt '
const model = 'gpt-4o-mini-2024-07-18'

/** Exactly `bytes` bytes of deterministic ASCII. */
export function promptOf(bytes: number): string {
  return filler.repeat(Math.ceil(bytes / filler.length)).slice(0, bytes)
}

/** The chat completion request of a cell: one user message of exactly `promptBytes` bytes. */
export function requestBody(promptBytes: number, stream: boolean): string {
  return JSON.stringify({ model, max_tokens: 16, stream, messages: [{ role: 'user', content: promptOf(promptBytes) }] })
}
