import { describe, expect, it } from 'vitest'
import { readChatRequest, type ChatRequest } from '../src/chat-request.js'
import { includeUsage } from '../src/include-usage.js'

const included = (text: string) => {
  const bytes = Buffer.from(text)
  return includeUsage(bytes, readChatRequest(bytes) as ChatRequest).toString()
}

describe('includeUsage', () => {
  it('adds the option and leaves every other byte as it was', () => {
    expect(included(' {"model" : "m", "n":1.0, "big":12345678901234567890, "a":"}"} \n')).toBe(
      ' {"model" : "m", "n":1.0, "big":12345678901234567890, "a":"}","stream_options":{"include_usage":true}}',
    )
  })

  it('keeps the bytes of a request that asks for it itself', () => {
    const text = '{"model":"m", "stream_options":{"include_usage":true,"x":1}}'
    expect(included(text)).toBe(text)
  })

  it.each([
    ['{"model":"m","stream_options":{"include_usage":false,"x":1}}', '{"model":"m","stream_options":{"include_usage":true,"x":1}}'],
    ['{"stream_options":null,"model":"m"}', '{"stream_options":{"include_usage":true},"model":"m"}'],
  ])('overrides %s', (text, expected) => {
    expect(included(text)).toBe(expected)
  })
})
