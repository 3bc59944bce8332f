import { countPromptTokens, countWords } from './count-words.js'
import type { Json } from './read-json.js'
import { splitReply } from './split-reply.js'
import { chooseTool } from './choose-tool.js'
import type { ToolCall } from './choose-tool.js'

/** What one request is answered with, before it takes the shape of a dialect. */
export interface FakeReply {
  readonly model: string
  /** Counts up per answer, so that identifiers differ and repeat from run to run. */
  readonly serial: number
  readonly text: string
  readonly words: readonly string[]
  /** Called instead of answering with text. */
  readonly toolCall: ToolCall | null
  readonly promptTokens: number
  readonly completionTokens: number
}

/** Fixed, because an answer that carries the clock is not predictable. */
export const CREATED_EPOCH_SECONDS = 1_767_225_600

export function composeReply(body: Json, options: { readonly model: string; readonly reply: string; readonly callTools: boolean }, serial: number): FakeReply {
  const toolCall = chooseTool(body, options.callTools)
  return {
    model: options.model,
    serial,
    text: options.reply,
    words: splitReply(options.reply),
    toolCall,
    promptTokens: countPromptTokens(body),
    completionTokens: toolCall === null ? countWords(options.reply) : 1,
  }
}
