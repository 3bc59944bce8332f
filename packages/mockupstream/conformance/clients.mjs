// The official clients and the AI SDK, pointed at one upstream, without retries unless a case asks for them.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'

export const MODEL = 'fake'

export function clientsOf(url, { maxRetries = 0 } = {}) {
  const baseURL = `${url}/v1`
  const apiKey = 'test'
  return {
    openai: new OpenAI({ apiKey, baseURL, maxRetries, timeout: 5000 }),
    anthropic: new Anthropic({ apiKey, baseURL: url, maxRetries, timeout: 5000 }),
    ai: {
      openaiChat: createOpenAI({ apiKey, baseURL }).chat(MODEL),
      openaiResponses: createOpenAI({ apiKey, baseURL }).responses(MODEL),
      openaiEmbedding: createOpenAI({ apiKey, baseURL }).embedding(MODEL),
      compatible: createOpenAICompatible({ name: 'lat', apiKey, baseURL, includeUsage: true })(MODEL),
      anthropic: createAnthropic({ apiKey, baseURL })(MODEL),
    },
  }
}
