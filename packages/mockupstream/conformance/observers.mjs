// What each client reports of an answer, in the same terms: text, finish, usage, tool.
import { streamText, generateText, jsonSchema, tool } from 'ai'
import { clientsOf, MODEL } from './clients.mjs'

const messages = [{ role: 'user', content: 'alpha beta gamma' }]
const max_tokens = 100
const stream_options = { include_usage: true }
const openaiUsage = (usage) => (usage == null ? null : [usage.prompt_tokens, usage.completion_tokens])
const aiUsage = (usage) => (usage?.outputTokens === undefined ? null : [usage.inputTokens, usage.outputTokens])

async function aiStream(model, more = {}) {
  let failure = null
  const result = streamText({ model, prompt: 'alpha beta gamma', maxRetries: 0, ...more, onError: ({ error }) => (failure ??= error) })
  let text = ''
  let finish = null
  let usage = null
  let call = null
  for await (const part of result.fullStream) {
    if (part.type === 'text-delta') text += part.text
    if (part.type === 'tool-call') call = [part.toolName, part.input]
    if (part.type === 'error') failure ??= part.error
    if (part.type === 'finish') {
      finish = part.finishReason
      usage = aiUsage(part.totalUsage)
    }
  }
  if (failure !== null) throw failure
  return { text, finish, usage, ...(more.tools === undefined ? {} : { call }) }
}

export const openaiClients = {
  'openai, iterated': async (url) => {
    let text = ''
    let finish = null
    let usage = null
    for await (const chunk of await clientsOf(url).openai.chat.completions.create({ model: MODEL, messages, stream: true, stream_options })) {
      text += chunk.choices?.[0]?.delta?.content ?? ''
      finish = chunk.choices?.[0]?.finish_reason ?? finish
      usage = openaiUsage(chunk.usage) ?? usage
    }
    return { text, finish, usage }
  },
  'openai .stream()': async (url) => {
    const { choices, usage } = await clientsOf(url).openai.chat.completions.stream({ model: MODEL, messages, stream_options }).finalChatCompletion()
    return { text: choices[0].message.content, finish: choices[0].finish_reason, usage: openaiUsage(usage) }
  },
  'ai, openai': (url) => aiStream(clientsOf(url).ai.openaiChat),
  'ai, openai-compatible': (url) => aiStream(clientsOf(url).ai.compatible),
}

const weather = { weather: tool({ description: 'the weather', inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } } }) }) }
const openaiTools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } } }]

export const toolClients = {
  'openai .stream()': async (url) => {
    const { choices } = await clientsOf(url).openai.chat.completions.stream({ model: MODEL, messages, tools: openaiTools }).finalChatCompletion()
    const call = choices[0].message.tool_calls?.[0]
    return { finish: choices[0].finish_reason, call: call === undefined ? null : [call.function.name, call.function.arguments] }
  },
  'ai, openai': (url) => aiStream(clientsOf(url).ai.openaiChat, { tools: weather }),
  'ai, openai-compatible': (url) => aiStream(clientsOf(url).ai.compatible, { tools: weather }),
}

export const anthropicClients = {
  'anthropic, iterated': async (url) => {
    let text = ''
    let finish = null
    let usage = null
    for await (const event of await clientsOf(url).anthropic.messages.create({ model: MODEL, max_tokens, messages, stream: true })) {
      text += event.delta?.text ?? ''
      finish = event.delta?.stop_reason ?? finish
      usage = event.usage?.output_tokens ?? usage
    }
    return { text, finish, usage }
  },
  'anthropic .stream()': async (url) => {
    const { content, stop_reason, usage } = await clientsOf(url).anthropic.messages.stream({ model: MODEL, max_tokens, messages }).finalMessage()
    return { text: content[0]?.text ?? null, finish: stop_reason, usage: [usage.input_tokens, usage.output_tokens] }
  },
  'ai, anthropic': (url) => aiStream(clientsOf(url).ai.anthropic),
}

export const jsonClients = {
  openai: async (url) => {
    const answer = await clientsOf(url).openai.chat.completions.create({ model: MODEL, messages })
    return { text: answer.choices?.[0]?.message?.content ?? null, finish: answer.choices?.[0]?.finish_reason ?? null, usage: openaiUsage(answer.usage), 'request id': answer._request_id ?? null }
  },
  'ai, openai': async (url) => aiWhole(clientsOf(url).ai.openaiChat),
  'ai, openai-compatible': async (url) => aiWhole(clientsOf(url).ai.compatible),
}

async function aiWhole(model) {
  const { text, finishReason, usage } = await generateText({ model, prompt: 'alpha beta gamma', maxRetries: 0 })
  return { text, finish: finishReason, usage: aiUsage(usage) }
}
