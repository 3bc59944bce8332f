import { describe, expect, it } from 'vitest'
import { createStreamUsage, usageOf } from '../src/usage.js'

describe('usageOf', () => {
  it('reads the words of either provider', () => {
    expect(usageOf('{"usage":{"prompt_tokens":31,"completion_tokens":16,"total_tokens":47}}')).toEqual({ inputTokens: 31, outputTokens: 16 })
    expect(usageOf('{"usage":{"input_tokens":31,"output_tokens":16}}')).toEqual({ inputTokens: 31, outputTokens: 16 })
  })

  it.each(['', '{', 'null', '[]', '{}', '{"usage":null}', '{"usage":{"prompt_tokens":3}}', '{"usage":{"prompt_tokens":-1,"completion_tokens":1}}', '{"usage":{"prompt_tokens":"3","completion_tokens":1}}', '{"usage":{"prompt_tokens":1e99,"completion_tokens":1}}'])('finds none in %j', (json) => {
    expect(usageOf(json)).toBeNull()
  })
})

describe('createStreamUsage', () => {
  const after = (...events: string[]) => {
    const usage = createStreamUsage()
    for (const event of events) usage.observe(Buffer.from(event))
    return usage.usage()
  }

  it("takes OpenAI's closing chunk", () => {
    expect(after('data: {"choices":[1],"usage":null}\n\n', 'data: {"choices":[],"usage":{"prompt_tokens":31,"completion_tokens":16}}\n\n', 'data: [DONE]\n\n')).toEqual({ inputTokens: 31, outputTokens: 16 })
  })

  it("takes the input from Anthropic's message_start and the output from its message_delta", () => {
    const start = 'event: message_start\r\ndata: {"type":"message_start","message":{"usage":{"input_tokens":31,"output_tokens":1}}}\r\n\r\n'
    const delta = 'event: message_delta\r\ndata: {"type":"message_delta","usage":{"output_tokens":16}}\r\n\r\n'
    expect(after(start)).toBeNull()
    expect(after(start, delta)).toEqual({ inputTokens: 31, outputTokens: 16 })
  })

  it('knows nothing of a stream that never said', () => {
    expect(after('data: {"choices":[]}\n\n', 'data: {"usage":{bad}\n\n', ': "usage"\n\n', 'data: [DONE]\n\n')).toBeNull()
  })
})
