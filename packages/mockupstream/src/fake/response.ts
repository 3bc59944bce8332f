import { CREATED_EPOCH_SECONDS } from './fake-reply.js'
import type { FakeReply } from './fake-reply.js'
import type { FakeStream } from './fake-stream.js'
import { typedEvent } from './write-event.js'

function textItem(reply: FakeReply, text: string | null): object {
  const done = text !== null
  return { type: 'message', id: `msg_fake_${reply.serial}`, status: done ? 'completed' : 'in_progress', role: 'assistant', content: done ? [textPart(text)] : [] }
}

function textPart(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

function callItem(reply: FakeReply, name: string, text: string, status: string): object {
  return { type: 'function_call', id: `fc_fake_${reply.serial}`, call_id: `call_fake_${reply.serial}`, name, arguments: text, status }
}

function envelope(reply: FakeReply, status: string, output: readonly object[]): object {
  const completed = status === 'completed'
  return {
    id: responseId(reply.serial),
    object: 'response',
    created_at: CREATED_EPOCH_SECONDS,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: reply.model,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: completed
      ? {
          input_tokens: reply.promptTokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: reply.completionTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: reply.promptTokens + reply.completionTokens,
        }
      : null,
  }
}

export function responseId(serial: number): string {
  return `resp_fake_${serial}`
}

/** A completed `response`. */
export function response(reply: FakeReply): object {
  const { toolCall } = reply
  return envelope(reply, 'completed', [toolCall === null ? textItem(reply, reply.text) : callItem(reply, toolCall.name, toolCall.arguments, 'completed')])
}

/** The Responses event sequence, numbered from 0. */
export function responseStream(reply: FakeReply): FakeStream {
  let sequence = 0
  const event = (type: string, fields: object): Buffer => typedEvent({ type, sequence_number: sequence++, ...fields })
  const at = { output_index: 0 }
  const opening = [event('response.created', { response: envelope(reply, 'in_progress', []) }), event('response.in_progress', { response: envelope(reply, 'in_progress', []) })]
  const { toolCall, text } = reply
  if (toolCall !== null) {
    const item = { ...at, item_id: `fc_fake_${reply.serial}` }
    return {
      before: [...opening, event('response.output_item.added', { ...at, item: callItem(reply, toolCall.name, '', 'in_progress') })],
      tokens: [[event('response.function_call_arguments.delta', { ...item, delta: toolCall.arguments })]],
      after: [
        event('response.function_call_arguments.done', { ...item, name: toolCall.name, arguments: toolCall.arguments }),
        event('response.output_item.done', { ...at, item: callItem(reply, toolCall.name, toolCall.arguments, 'completed') }),
        event('response.completed', { response: response(reply) }),
      ],
    }
  }
  const part = { ...at, item_id: `msg_fake_${reply.serial}`, content_index: 0 }
  return {
    before: [...opening, event('response.output_item.added', { ...at, item: textItem(reply, null) }), event('response.content_part.added', { ...part, part: textPart('') })],
    tokens: reply.words.map((delta) => [event('response.output_text.delta', { ...part, delta, logprobs: [] })]),
    after: [
      event('response.output_text.done', { ...part, text, logprobs: [] }),
      event('response.content_part.done', { ...part, part: textPart(text) }),
      event('response.output_item.done', { ...at, item: textItem(reply, text) }),
      event('response.completed', { response: response(reply) }),
    ],
  }
}
