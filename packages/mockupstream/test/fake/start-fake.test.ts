import { createLlmStream, parseEvents } from '@lat/sse'
import { describe, expect, it } from 'vitest'
import { startFake } from '../../src/index.js'
import { post } from '../support/raw-client.js'
import { fakeServer, rawClient } from '../support/with-server.js'

/** Just as deep as the answers looked into below. */
interface Json {
  readonly id: string
  readonly sequence_number: number
  readonly choices: readonly { readonly delta: object }[]
  readonly output: readonly object[]
  readonly data: readonly { readonly embedding: string | readonly number[] }[]
}

async function ask(url: string, path: string, body: object | string, headers: Record<string, string> = {}): Promise<{ status: number; json: Json }> {
  const answer = await fetch(url + path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })
  return { status: answer.status, json: (await answer.json()) as Json }
}
async function stream(url: string, path: string, body: object): Promise<Uint8Array> {
  const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify({ ...body, stream: true }) })
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  return new Uint8Array(await answer.arrayBuffer())
}
function read(bytes: Uint8Array): ReturnType<ReturnType<typeof createLlmStream>['end']> {
  const reader = createLlmStream()
  reader.feed(bytes, 0)
  return reader.end()
}
const types = (bytes: Uint8Array): string[] => parseEvents(bytes).map(({ type }) => type)

const MESSAGES = [{ role: 'system', content: 'be very brief' }, { role: 'user', content: [{ type: 'text', text: 'one two' }, { type: 'image_url', image_url: { url: 'data:' } }] }]
const TOOL = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' }, unit: { enum: ['C', 'F'] } }, required: ['city', 'unit'] } } }

describe('startFake', () => {
  it('answers a chat completion with one token per word', async () => {
    const { url } = await fakeServer({ model: 'm1', reply: 'ok then  you' })
    const { json } = await ask(url, '/v1/chat/completions', { messages: MESSAGES })
    expect(json).toMatchObject({ object: 'chat.completion', model: 'm1', choices: [{ index: 0, message: { role: 'assistant', content: 'ok then  you' }, finish_reason: 'stop' }], usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } })
  })

  it('streams role, a chunk per word, finish and [DONE], and usage when asked', async () => {
    const { url } = await fakeServer({ reply: 'ok then you' })
    const plain = await stream(url, '/v1/chat/completions', { messages: MESSAGES })
    expect(parseEvents(plain)).toHaveLength(6)
    expect(read(plain)).toMatchObject({ ok: true, labels: [], text: 'ok then you', contentEvents: 3, finishReason: 'stop', usage: {} })
    const withUsage = parseEvents(await stream(url, '/v1/chat/completions', { messages: MESSAGES, stream_options: { include_usage: true } }))
    expect(withUsage.map(({ data }) => data).slice(-2)).toEqual([expect.stringContaining('"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":3,"total_tokens":8}'), '[DONE]'])
    expect(JSON.parse(withUsage[0]!.data)).toMatchObject({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] })
  })

  it('answers n choices apart', async () => {
    const { url } = await fakeServer({ reply: 'a b' })
    expect((await ask(url, '/v1/chat/completions', { n: 2 })).json.choices).toHaveLength(2)
    expect(read(await stream(url, '/v1/chat/completions', { n: 2 })).texts).toEqual([{ index: 0, text: 'a b' }, { index: 1, text: 'a b' }])
  })

  it('answers an Anthropic message, whole and streamed', async () => {
    const { url } = await fakeServer({ reply: 'ok then' })
    const body = { system: [{ type: 'text', text: 'be brief' }], messages: [{ role: 'user', content: 'one two three' }] }
    expect((await ask(url, '/v1/messages?beta=true', body)).json).toMatchObject({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'ok then' }], stop_reason: 'end_turn', usage: { input_tokens: 5, output_tokens: 2 } })
    const bytes = await stream(url, '/v1/messages', body)
    expect(types(bytes)).toEqual(['message_start', 'content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop', 'message_delta', 'message_stop'])
    expect(read(bytes)).toMatchObject({ ok: true, text: 'ok then', usage: { inputTokens: 5, outputTokens: 2 }, finishReason: 'end_turn' })
    expect((await ask(url, '/v1/messages/count_tokens', body)).json).toEqual({ input_tokens: 5 })
  })

  it('calls the required tool with a value for each required parameter, and ends the loop', async () => {
    const { url } = await fakeServer({ reply: 'done' })
    const required = { tools: [TOOL], tool_choice: 'required', messages: MESSAGES }
    expect((await ask(url, '/v1/chat/completions', required)).json.choices[0]).toMatchObject({ message: { content: null, tool_calls: [{ type: 'function', function: { name: 'weather', arguments: '{"city":"text","unit":"C"}' } }] }, finish_reason: 'tool_calls' })
    expect((await ask(url, '/v1/chat/completions', { ...required, messages: [...MESSAGES, { role: 'tool', content: 'rain' }] })).json.choices[0]).toMatchObject({ message: { content: 'done' } })
    expect((await ask(url, '/v1/chat/completions', { ...required, tool_choice: 'auto' })).json.choices[0]).toMatchObject({ finish_reason: 'stop' })
    const chunks = parseEvents(await stream(url, '/v1/chat/completions', required)).slice(0, -1).map(({ data }) => (JSON.parse(data) as Json).choices[0]!)
    expect(chunks.map(({ delta }) => delta)).toMatchObject([{ role: 'assistant', content: null }, { tool_calls: [{ index: 0, id: expect.any(String), type: 'function', function: { name: 'weather', arguments: '' } }] }, { tool_calls: [{ index: 0, function: { arguments: '{"city":"text","unit":"C"}' } }] }, {}])
  })

  it('calls an offered tool in the Anthropic and Responses shapes when told to', async () => {
    const { url } = await fakeServer({ callTools: true })
    const anthropic = { tools: [{ name: 'weather', input_schema: TOOL.function.parameters }], messages: MESSAGES }
    expect((await ask(url, '/v1/messages', anthropic)).json).toMatchObject({ content: [{ type: 'tool_use', name: 'weather', input: { city: 'text', unit: 'C' } }], stop_reason: 'tool_use' })
    expect(read(await stream(url, '/v1/messages', anthropic))).toMatchObject({ ok: true, firstContentNs: null, finishReason: 'tool_use' })
    const responses = { input: 'x', tools: [{ type: 'function', name: 'weather', parameters: {} }] }
    expect((await ask(url, '/v1/responses', responses)).json.output).toMatchObject([{ type: 'function_call', name: 'weather', arguments: '{}', status: 'completed' }])
    expect(types(await stream(url, '/v1/responses', responses))).toContain('response.function_call_arguments.done')
  })

  it('answers the Responses API, stateless unless told to store', async () => {
    const { url } = await fakeServer({ reply: 'ok then' })
    const { json } = await ask(url, '/v1/responses', { instructions: 'be brief', input: [{ role: 'user', content: [{ type: 'input_text', text: 'one two' }] }], store: true })
    expect(json).toMatchObject({ object: 'response', status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: 'ok then' }] }], usage: { input_tokens: 4, output_tokens: 2, total_tokens: 6 } })
    expect((await fetch(`${url}/v1/responses/${json.id}`)).status).toBe(404)
    const events = parseEvents(await stream(url, '/v1/responses', { input: 'x' }))
    expect(events.map(({ type }) => type)).toEqual(['response.created', 'response.in_progress', 'response.output_item.added', 'response.content_part.added', 'response.output_text.delta', 'response.output_text.delta', 'response.output_text.done', 'response.content_part.done', 'response.output_item.done', 'response.completed'])
    expect(events.map(({ data }) => (JSON.parse(data) as Json).sequence_number)).toEqual([...events.keys()])

    const storing = await fakeServer({ storeResponses: true })
    const stored = (await ask(storing.url, '/v1/responses', { input: 'x' })).json
    expect(await (await fetch(`${storing.url}/v1/responses/${stored.id}`)).json()).toEqual(stored)
    const unstored = (await ask(storing.url, '/v1/responses', { input: 'x', store: false })).json
    expect((await fetch(`${storing.url}/v1/responses/${unstored.id}`)).status).toBe(404)
  })

  it('embeds each text as the same unit vector, as floats or base64', async () => {
    const { url } = await fakeServer()
    const floats = (await ask(url, '/v1/embeddings', { input: ['one two', 'three'] })).json
    expect(floats).toMatchObject({ object: 'list', usage: { prompt_tokens: 3, total_tokens: 3 } })
    const base64 = (await ask(url, '/v1/embeddings', { input: 'three', encoding_format: 'base64' })).json
    const bytes = Buffer.from(base64.data[0]!.embedding as string, 'base64')
    const decoded = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index))
    expect(decoded).toHaveLength(384)
    expect(decoded).toEqual(floats.data[1]!.embedding)
    expect(decoded.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5)
    expect((await ask(url, '/v1/embeddings', { input: 'x', dimensions: 3 })).json.data[0]!.embedding).toHaveLength(3)
  })

  it('lists its model', async () => {
    const { url } = await fakeServer({ model: 'org/m 1' })
    expect(await (await fetch(`${url}/v1/models`)).json()).toMatchObject({ object: 'list', data: [{ id: 'org/m 1', object: 'model' }] })
    expect(await (await fetch(`${url}/v1/models/org%2Fm%201`)).json()).toMatchObject({ id: 'org/m 1' })
    expect((await fetch(`${url}/v1/models/other`)).status).toBe(404)
  })

  it('answers any other POST, JSON or not, as a chat completion', async () => {
    const { url } = await fakeServer()
    expect((await ask(url, '/v1/audio/transcriptions', '--boundary')).json).toMatchObject({ object: 'chat.completion' })
    expect((await ask(url, '/anything', { prompt: 'a b' })).json).toMatchObject({ usage: { prompt_tokens: 2 } })
  })

  it.each([
    [400, '/v1/chat/completions', 'no json', 'not valid JSON'],
    [400, '/v1/messages', '[]', 'not a JSON object'],
    [400, '/v1/chat/completions', '{"stream":"true"}', '"stream"'],
    [400, '/v1/chat/completions', '{"n":0}', '"n"'],
    [400, '/v1/embeddings', '{"input":[1]}', '"input"'],
    [400, '/v1/embeddings', '{"input":"x","encoding_format":"hex"}', '"encoding_format"'],
    [400, '/v1/embeddings', '{"input":"x","dimensions":1e9}', '"dimensions"'],
  ])('refuses with %s at %s: %s', async (status, path, body, named) => {
    const refused = await ask((await fakeServer()).url, path, body)
    expect(refused).toMatchObject({ status, json: { error: { message: expect.stringContaining(named) } } })
  })

  it('waits before the first byte and between tokens only', async () => {
    const fake = await fakeServer({ reply: 'a b c', delayMs: 6, tokenDelayMs: 3 })
    const client = await rawClient(fake.port)
    client.send(post('{"stream":true}'))
    const answer = await client.answer()
    expect(Number(answer?.headers.get('x-lat-planted-ns'))).toBeGreaterThanOrEqual(6_000_000)
    // The first token leaves with the role, each further one on its own, the end with the last.
    const written = client.reads.map((bytes) => bytes.toString().match(/"content":"[^"]+"/g) ?? [])
    expect(written.filter((contents) => contents.length > 0)).toEqual([['"content":"a"'], ['"content":" b"'], ['"content":" c"']])
    expect(fake.counters()).toMatchObject({ requests: 1, sse: 1, planted: 1 })
  })

  it('stops writing when the client leaves', async () => {
    const fake = await fakeServer({ reply: 'a b c', tokenDelayMs: 600_000 })
    const client = await rawClient(fake.port)
    client.send(post('{"stream":true}'))
    while (client.reads.length === 0) await new Promise((resolve) => setImmediate(resolve))
    client.close()
    while (fake.counters().aborted === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(fake.counters().openConnections).toBe(0)
  })

  it.each([
    ['LAT_MOCK_BAD_OPTIONS', { tokenDelayMs: 0.5 }, 'finePacing'],
    ['LAT_MOCK_BAD_OPTIONS', { delayMs: -1 }, 'delayMs is -1'],
    ['LAT_MOCK_NOT_LOOPBACK', { host: '0.0.0.0' }, 'every interface'],
    ['LAT_MOCK_FAULT_SPEC', { faults: { rules: [{ fault: 'staus=429' }] } }, 'no fault "staus"'],
  ])('refuses with %s and names the input', async (code, options, named) => {
    await expect(startFake(options)).rejects.toMatchObject({ code, message: expect.stringContaining(named) })
  })
})
