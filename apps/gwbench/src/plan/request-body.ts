/** The one request of a run: a chat completion of one token for one user message. */
export function requestBody({ model, prompt, stream = false }: { readonly model: string; readonly prompt: string; readonly stream?: boolean }): string {
  return JSON.stringify({ model, max_tokens: 1, ...(stream ? { stream } : {}), messages: [{ role: 'user', content: prompt }] })
}
