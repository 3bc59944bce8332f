import { CREATED_EPOCH_SECONDS } from './fake-reply.js'
import type { FakeReply } from './fake-reply.js'
import type { FakeStream } from './fake-stream.js'
import { dataEvent } from './write-event.js'

function usageOf({ promptTokens, completionTokens }: FakeReply, choices: number): object {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens * choices, total_tokens: promptTokens + completionTokens * choices }
}

function toolCallsOf({ toolCall, serial }: FakeReply): object[] {
  return toolCall === null ? [] : [{ id: `call_fake_${serial}`, type: 'function', function: { name: toolCall.name, arguments: toolCall.arguments } }]
}

function finishReasonOf({ toolCall }: FakeReply): string {
  return toolCall === null ? 'stop' : 'tool_calls'
}

/** A `chat.completion`, with `choices` times the same answer. */
export function chatCompletion(reply: FakeReply, choices: number): object {
  const message = reply.toolCall === null ? { role: 'assistant', content: reply.text } : { role: 'assistant', content: null, tool_calls: toolCallsOf(reply) }
  return {
    id: `chatcmpl-fake-${reply.serial}`,
    object: 'chat.completion',
    created: CREATED_EPOCH_SECONDS,
    model: reply.model,
    choices: Array.from({ length: choices }, (_, index) => ({ index, message, logprobs: null, finish_reason: finishReasonOf(reply) })),
    usage: usageOf(reply, choices),
  }
}

/** Role, one chunk per word and choice, finish, usage with empty `choices` when asked for, `[DONE]`. */
export function chatCompletionStream(reply: FakeReply, choices: number, includeUsage: boolean): FakeStream {
  const chunk = (list: readonly object[], usage: object | null): Buffer =>
    dataEvent({ id: `chatcmpl-fake-${reply.serial}`, object: 'chat.completion.chunk', created: CREATED_EPOCH_SECONDS, model: reply.model, choices: list, ...(includeUsage ? { usage } : {}) })
  const forEach = (delta: object, finishReason: string | null = null): Buffer[] =>
    Array.from({ length: choices }, (_, index) => chunk([{ index, delta, logprobs: null, finish_reason: finishReason }], null))
  const [call] = toolCallsOf(reply) as { id: string; type: string; function: { name: string; arguments: string } }[]
  const tokens =
    call === undefined
      ? reply.words.map((content) => forEach({ content }))
      : [forEach({ tool_calls: [{ index: 0, ...call, function: { name: call.function.name, arguments: '' } }] }), forEach({ tool_calls: [{ index: 0, function: { arguments: call.function.arguments } }] })]
  return {
    before: forEach({ role: 'assistant', content: call === undefined ? '' : null }),
    tokens,
    after: [...forEach({}, finishReasonOf(reply)), ...(includeUsage ? [chunk([], usageOf(reply, choices))] : []), Buffer.from('data: [DONE]\n\n')],
  }
}
