import { describe, expect, it } from 'vitest'
import { outputReserveTokens, promptText, readChatRequest, type ChatRequest } from '../src/chat-request.js'

const read = (body: unknown) => readChatRequest(Buffer.from(JSON.stringify(body))) as ChatRequest

describe('readChatRequest', () => {
  it('picks the model and whether to stream', () => {
    expect(read({ model: 'm', stream: true })).toMatchObject({ model: 'm', stream: true })
    expect(read({ model: 'm', stream: 1 })).toMatchObject({ model: 'm', stream: false })
  })

  it.each([
    ['', 'not JSON'], ['{"model":"m"', 'not JSON'], ['[]', 'not a JSON object'], ['null', 'not a JSON object'], ['"m"', 'not a JSON object'],
    ['{}', 'no string field "model"'], ['{"model":5}', 'no string field "model"'],
  ])('says why %j cannot be routed', (text, why) => {
    expect(readChatRequest(Buffer.from(text))).toContain(why)
  })
})

describe('promptText', () => {
  it('is the content itself where there is one message', () => {
    expect(promptText(read({ model: 'm', messages: [{ role: 'user', content: 'hello  there' }] }))).toBe('hello  there')
  })

  it('joins system, strings and the text of blocks in their order', () => {
    const messages = [
      { role: 'user', content: 'b' },
      { role: 'user', content: [{ type: 'text', text: 'c' }, { type: 'image_url', image_url: { url: 'x' } }, { type: 'text', text: 'd' }] },
      { role: 'assistant', content: null, tool_calls: [] },
    ]
    expect(promptText(read({ model: 'm', system: [{ type: 'text', text: 'a' }], messages }))).toBe('a\nb\nc\nd')
    expect(promptText(read({ model: 'm', system: 'a', messages }))).toBe('a\nb\nc\nd')
  })

  it.each([undefined, null, 'text', [null, 5, 'x'], [{ content: { text: 'x' } }], [{ content: [null, 'x', { text: 5 }] }]])('is empty for messages %j', (messages) => {
    expect(promptText(read({ model: 'm', messages }))).toBe('')
  })
})

describe('outputReserveTokens', () => {
  it.each([
    [{ max_tokens: 16 }, 16], [{ max_completion_tokens: 17 }, 17], [{ max_tokens: 0 }, 0],
    [{}, 4096], [{ max_tokens: null }, 4096], [{ max_tokens: '16' }, 4096], [{ max_tokens: -1 }, 4096], [{ max_tokens: 1.5 }, 4096],
    [{ max_tokens: 1e300 }, 1e12],
  ])('for %j is %d', (fields, tokens) => {
    expect(outputReserveTokens(read({ model: 'm', ...fields }))).toBe(tokens)
  })
})
