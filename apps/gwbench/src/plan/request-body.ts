/** The one request of a run: a chat completion of one token for one user message. */
export function requestBody({ model, prompt }: { readonly model: string; readonly prompt: string }): string {
  return JSON.stringify({ model, max_tokens: 1, messages: [{ role: 'user', content: prompt }] })
}
