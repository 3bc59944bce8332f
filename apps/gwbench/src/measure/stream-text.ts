/**
 * Text of all chunks of a streamed chat completion; `null` when there is no content, an error among the events, or a
 * data line that is not JSON.
 *
 * @example streamText('data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n') // 'hi'
 */
export function streamText(body: string): string | null {
  let text = ''
  for (const line of body.split(/\r?\n/)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') continue
    let chunk: { readonly error?: unknown; readonly choices?: null | readonly { readonly delta?: { readonly content?: unknown } }[] } | null
    try {
      chunk = JSON.parse(data) as typeof chunk
    } catch {
      return null
    }
    if (typeof chunk !== 'object' || chunk === null || (chunk.error !== undefined && chunk.error !== null)) return null
    const content = chunk.choices?.[0]?.delta?.content
    if (typeof content === 'string') text += content
  }
  return text === '' ? null : text
}
