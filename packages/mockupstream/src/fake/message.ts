import type { FakeReply } from './fake-reply.js'
import type { FakeStream } from './fake-stream.js'
import { typedEvent } from './write-event.js'

function envelope(reply: FakeReply, content: readonly object[], stopReason: string | null, outputTokens: number): object {
  return {
    id: `msg_fake_${reply.serial}`,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: reply.promptTokens, output_tokens: outputTokens },
  }
}

function stopReasonOf({ toolCall }: FakeReply): string {
  return toolCall === null ? 'end_turn' : 'tool_use'
}

/** An Anthropic message. */
export function message(reply: FakeReply): object {
  const { toolCall, text, serial } = reply
  const block = toolCall === null ? { type: 'text', text } : { type: 'tool_use', id: `toolu_fake_${serial}`, name: toolCall.name, input: JSON.parse(toolCall.arguments) as object }
  return envelope(reply, [block], stopReasonOf(reply), reply.completionTokens)
}

/** The Anthropic event sequence, one delta per word; the usage of `message_delta` is cumulative. */
export function messageStream(reply: FakeReply): FakeStream {
  const { toolCall, serial } = reply
  const block = toolCall === null ? { type: 'text', text: '' } : { type: 'tool_use', id: `toolu_fake_${serial}`, name: toolCall.name, input: {} }
  const deltas = toolCall === null ? reply.words.map((text) => ({ type: 'text_delta', text })) : [{ type: 'input_json_delta', partial_json: toolCall.arguments }]
  return {
    before: [typedEvent({ type: 'message_start', message: envelope(reply, [], null, 0) }), typedEvent({ type: 'content_block_start', index: 0, content_block: block })],
    tokens: deltas.map((delta) => [typedEvent({ type: 'content_block_delta', index: 0, delta })]),
    after: [
      typedEvent({ type: 'content_block_stop', index: 0 }),
      typedEvent({ type: 'message_delta', delta: { stop_reason: stopReasonOf(reply), stop_sequence: null }, usage: { output_tokens: reply.completionTokens } }),
      typedEvent({ type: 'message_stop' }),
    ],
  }
}
