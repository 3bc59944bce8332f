import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { streamText } from '../../src/measure/stream-text.js'

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

describe('streamText', () => {
  it('joins the content of all chunks', () => {
    expect(streamText(`${event({ choices: [{ delta: { role: 'assistant', content: '' } }] })}${event({ choices: [{ delta: { content: 'a ' } }] })}: comment\r\n\r\n${event({ choices: [{ delta: { content: 'b' } }] })}${event({ choices: [], usage: {} })}data: [DONE]\n\n`)).toBe('a b')
    expect(streamText(readFileSync(new URL('../../../../fixtures/replay/openai-chat.sse', import.meta.url), 'utf8'))).toMatch(/^A gateway sits /)
  })

  it.each([
    ['no content', event({ choices: [{ delta: {} }] })],
    ['an error event', `${event({ choices: [{ delta: { content: 'a' } }] })}${event({ error: { message: 'no' } })}`],
    ['a data line that is not JSON', 'data: {\n\n'],
    ['JSON that is no stream', '{"choices":[]}'],
    ['nothing', ''],
  ])('finds no text in %s', (_, body) => {
    expect(streamText(body)).toBeNull()
  })
})
