// What must go right: every call a gateway forwards, by the client that makes it. Each throws when it does not.
// `calling` are the same clients at an upstream that calls a tool whenever one is offered.
import { deepStrictEqual as same, ok } from 'node:assert/strict'
import { embed, embedMany, generateText, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { MODEL } from './clients.mjs'

export const REPLY = 'one two 你好 four'
const WORDS = 4
const messages = [{ role: 'user', content: 'alpha beta gamma' }]
const PROMPT_WORDS = 3
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const openaiTool = { type: 'function', function: { name: 'weather', description: 'the weather', parameters } }
const anthropicTool = { name: 'weather', description: 'the weather', input_schema: parameters }
const max_tokens = 100

async function collect(stream) {
  const all = []
  for await (const event of stream) all.push(event)
  return all
}

const openai = [
  ['models.list', async ({ openai: client }) => same((await collect(client.models.list())).map(({ id }) => id), [MODEL])],
  ['models.retrieve', async ({ openai: client }) => same((await client.models.retrieve(MODEL)).id, MODEL)],
  ['chat', async ({ openai: client }) => {
    const answer = await client.chat.completions.create({ model: MODEL, messages })
    same([answer.choices[0].message.content, answer.choices[0].finish_reason, answer.usage.prompt_tokens, answer.usage.completion_tokens], [REPLY, 'stop', PROMPT_WORDS, WORDS])
    ok(answer._request_id.startsWith('req_'))
  }],
  ['chat, several choices', async ({ openai: client }) => same((await client.chat.completions.create({ model: MODEL, messages, n: 2 })).choices.map(({ index }) => index), [0, 1])],
  ['chat, streamed', async ({ openai: client }) => {
    const chunks = await collect(await client.chat.completions.create({ model: MODEL, messages, stream: true }))
    same(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), REPLY)
    ok(chunks.every(({ usage }) => usage === undefined))
  }],
  ['chat, streamed with usage', async ({ openai: client }) => {
    const chunks = await collect(await client.chat.completions.create({ model: MODEL, messages, stream: true, stream_options: { include_usage: true } }))
    same([chunks.at(-1).choices.length, chunks.at(-1).usage.total_tokens], [0, PROMPT_WORDS + WORDS])
  }],
  ['chat.stream helper', async ({ openai: client }) => {
    const helper = client.chat.completions.stream({ model: MODEL, messages, stream_options: { include_usage: true } })
    same([await helper.finalContent(), (await helper.totalUsage()).completion_tokens], [REPLY, WORDS])
  }],
  ['chat, tool call', async ({ openai: client }) => {
    const { choices } = await client.chat.completions.create({ model: MODEL, messages, tools: [openaiTool], tool_choice: 'required' })
    same([choices[0].finish_reason, JSON.parse(choices[0].message.tool_calls[0].function.arguments)], ['tool_calls', { city: 'text' }])
  }],
  ['chat.stream helper, tool call', async ({ openai: client }) => {
    const { choices } = await client.chat.completions.stream({ model: MODEL, messages, tools: [openaiTool], tool_choice: 'required' }).finalChatCompletion()
    same([choices[0].message.tool_calls[0].function.name, choices[0].message.tool_calls[0].function.arguments], ['weather', '{"city":"text"}'])
  }],
  ['runTools', async ({ openai: client }) => {
    let called = 0
    const runner = client.chat.completions.runTools({ model: MODEL, messages, tool_choice: 'required', tools: [{ type: 'function', function: { name: 'weather', description: 'the weather', parameters, parse: JSON.parse, function: () => `rain ${(called += 1)}` } }] })
    same([await runner.finalContent(), called], [REPLY, 1])
  }],
  ['embeddings, base64 by default', async ({ openai: client }) => same((await client.embeddings.create({ model: MODEL, input: ['a', 'b'] })).data.map(({ embedding }) => embedding.length), [384, 384])],
  ['embeddings, floats', async ({ openai: client }) => {
    const floats = (await client.embeddings.create({ model: MODEL, input: 'a', encoding_format: 'float', dimensions: 8 })).data[0].embedding
    same(floats, (await client.embeddings.create({ model: MODEL, input: 'a', dimensions: 8 })).data[0].embedding)
  }],
  ['responses', async ({ openai: client }) => {
    const answer = await client.responses.create({ model: MODEL, input: 'alpha beta gamma' })
    same([answer.output_text, answer.usage.input_tokens, answer.usage.output_tokens], [REPLY, PROMPT_WORDS, WORDS])
  }],
  ['responses, streamed', async ({ openai: client }) => {
    const events = await collect(await client.responses.create({ model: MODEL, input: 'x', stream: true }))
    same([events.filter(({ type }) => type === 'response.output_text.delta').map(({ delta }) => delta).join(''), events.at(-1).type], [REPLY, 'response.completed'])
  }],
  ['responses.stream helper', async ({ openai: client }) => same((await client.responses.stream({ model: MODEL, input: 'x' }).finalResponse()).output_text, REPLY)],
  ['responses, tool call', async ({ openai: client }) => same((await client.responses.create({ model: MODEL, input: 'x', tool_choice: 'required', tools: [{ type: 'function', name: 'weather', parameters, strict: true }] })).output[0].name, 'weather')],
  ['responses, retrieved', async ({ openai: client }) => {
    const { id } = await client.responses.create({ model: MODEL, input: 'x' })
    same((await client.responses.retrieve(id)).output_text, REPLY)
  }],
]

const anthropic = [
  ['models.list', async ({ anthropic: client }) => same((await collect(client.models.list())).map(({ id }) => id), [MODEL])],
  ['models.retrieve', async ({ anthropic: client }) => same((await client.models.retrieve(MODEL)).id, MODEL)],
  ['message', async ({ anthropic: client }) => {
    const answer = await client.messages.create({ model: MODEL, max_tokens, messages, system: 'be brief' })
    same([answer.content[0].text, answer.stop_reason, answer.usage.input_tokens, answer.usage.output_tokens], [REPLY, 'end_turn', PROMPT_WORDS + 2, WORDS])
    ok(answer._request_id.startsWith('req_'))
  }],
  ['message, streamed', async ({ anthropic: client }) => {
    const events = await collect(await client.messages.create({ model: MODEL, max_tokens, messages, stream: true }))
    same([events.map(({ delta }) => delta?.text ?? '').join(''), events.at(-1).type], [REPLY, 'message_stop'])
  }],
  ['messages.stream helper', async ({ anthropic: client }) => {
    const answer = await client.messages.stream({ model: MODEL, max_tokens, messages }).finalMessage()
    same([answer.content[0].text, answer.usage.output_tokens, answer.stop_reason], [REPLY, WORDS, 'end_turn'])
  }],
  ['message, tool call', async ({ anthropic: client }) => same((await client.messages.create({ model: MODEL, max_tokens, messages, tools: [anthropicTool], tool_choice: { type: 'any' } })).content[0].input, { city: 'text' })],
  ['messages.stream helper, tool call', async ({ anthropic: client }) => {
    const answer = await client.messages.stream({ model: MODEL, max_tokens, messages, tools: [anthropicTool], tool_choice: { type: 'tool', name: 'weather' } }).finalMessage()
    same([answer.content[0].input, answer.stop_reason], [{ city: 'text' }, 'tool_use'])
  }],
  ['countTokens', async ({ anthropic: client }) => same((await client.messages.countTokens({ model: MODEL, messages })).input_tokens, PROMPT_WORDS)],
]

const aiCases = ['openaiChat', 'openaiResponses', 'compatible', 'anthropic'].flatMap((provider) => [
  [`generateText, ${provider}`, async ({ ai }) => {
    const { text, usage } = await generateText({ model: ai[provider], prompt: 'alpha beta gamma', maxRetries: 0 })
    same([text, usage.inputTokens, usage.outputTokens], [REPLY, PROMPT_WORDS, WORDS])
  }],
  [`streamText, ${provider}`, async ({ ai }) => {
    const result = streamText({ model: ai[provider], prompt: 'alpha beta gamma', maxRetries: 0 })
    same([await result.text, await result.finishReason, (await result.usage).outputTokens], [REPLY, 'stop', WORDS])
  }],
  [`tool loop, ${provider}`, async ({ calling: { ai } }) => {
    let called = 0
    const weather = tool({ description: 'the weather', inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `${city} ${(called += 1)}` })
    const { text } = await generateText({ model: ai[provider], prompt: 'x', tools: { weather }, stopWhen: stepCountIs(3), maxRetries: 0 })
    same([text, called], [REPLY, 1])
  }],
])

export const POSITIVE = [
  ...openai.map(([name, run]) => [`openai: ${name}`, run]),
  ...anthropic.map(([name, run]) => [`anthropic: ${name}`, run]),
  ...aiCases.map(([name, run]) => [`ai: ${name}`, run]),
  ['ai: embed', async ({ ai }) => same((await embed({ model: ai.openaiEmbedding, value: 'a' })).embedding.length, 384)],
  ['ai: embedMany', async ({ ai }) => same((await embedMany({ model: ai.openaiEmbedding, values: ['a', 'b', 'c'] })).embeddings.length, 3)],
]
