import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const chunk = (choices: readonly object[], usage: object | null): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-REDACTED', object: 'chat.completion.chunk', created: 1_767_225_600, model: 'bench', system_fingerprint: 'fp_REDACTED', service_tier: 'default', choices, usage })}\n\n`
const delta = (content: object, finishReason: string | null = null): string => chunk([{ index: 0, delta: content, logprobs: null, finish_reason: finishReason }], null)

/** The committed fixtures with a stream of six events: role, two of content, finish, usage, `[DONE]`. */
export function sixEventFixtures(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lat-bench-fixtures-'))
  cpSync(fileURLToPath(new URL('../../../fixtures/replay', import.meta.url)), directory, { recursive: true })
  const padding = 'a gateway sits between the caller and the model, '.repeat(4)
  const events = [delta({ role: 'assistant', content: '' }), delta({ content: padding }), delta({ content: padding }), delta({}, 'stop'), chunk([], { prompt_tokens: 19, completion_tokens: 31, total_tokens: 50 }), 'data: [DONE]\n\n']
  writeFileSync(join(directory, 'openai-chat.sse'), events.join(''))
  return directory
}
