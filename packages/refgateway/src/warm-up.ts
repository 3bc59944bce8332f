import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool, type Dispatcher } from 'undici'
import type { RefGatewayConfig } from './config.js'
import { openGateway } from './open-gateway.js'
import type { Tokenizer } from './tokenizer.js'

const atOnce = 4
const streamedEvery = 5
const shortestChars = 150
/** Enough to enter the loop of a planted delay a few times. */
const mostPlantUs = 50
const promptSizes = 8
const words = 'the gateway serves some requests before it says it is ready '

const answer = '{"choices":[{"message":{"role":"assistant","content":"ready"}}],"usage":{"prompt_tokens":8,"completion_tokens":1}}'
const events = [
  'data: {"choices":[{"delta":{"content":"ready"}}],"usage":null}\n\n',
  'data: {"choices":[],"usage":{"prompt_tokens":8,"completion_tokens":1}}\n\n',
  'data: [DONE]\n\n',
]

/**
 * Serves requests through a gateway of the same configuration and an upstream of its own, then drops both.
 *
 * A process compiles its request path while it serves: here the first 500 requests take up to 150 us more
 * than later ones, which would otherwise be measured as a property of whichever process is younger.
 * Budgets, counters and the log of the real gateway stay untouched.
 */
export async function warmUp(config: RefGatewayConfig, tokenizer: Tokenizer | null): Promise<void> {
  if (config.warmUpRequests === 0) return
  const upstream = await openUpstream()
  const gateway = await openGateway({
    ...config,
    upstreamUrl: upstream.url,
    slots: Math.max(config.slots, atOnce),
    port: 0,
    logFile: null,
    refuseAfter: null,
    plantDelayUs: Math.min(config.plantDelayUs, mostPlantUs),
    budgetTokens: Number.MAX_SAFE_INTEGER,
    budgetMicroDollars: Number.MAX_SAFE_INTEGER,
  }, { tokenizer, nowMs: Date.now, warmingUp: true })
  const client = new Pool(gateway.url, { connections: atOnce })
  let next = 0
  const serve = async () => {
    while (next < config.warmUpRequests) await ask(client, config.agents[0]!, next++)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, serve))
  } finally {
    await client.destroy()
    await gateway.close()
    upstream.close()
  }
}

function ask(client: Dispatcher, agent: string, sequence: number): Promise<void> {
  const size = shortestChars * (1 + (sequence % promptSizes))
  const body = JSON.stringify({
    model: 'gpt-4o-mini',
    max_tokens: 1,
    stream: sequence % streamedEvery === 0,
    messages: [{ role: 'user', content: words.repeat(Math.ceil(size / words.length)).slice(0, size) }],
  })
  const headers = { 'content-type': 'application/json', 'x-lat-agent': agent }
  return new Promise((resolve, reject) => {
    client.dispatch({ path: '/openai/v1/chat/completions', method: 'POST', headers, body }, {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: () => undefined,
      onResponseEnd: () => { resolve() },
      onResponseError: (_controller, cause) => { reject(cause) },
    })
  })
}

async function openUpstream() {
  const server = createServer((request, response) => {
    let streams = false
    request.on('data', (chunk: Buffer) => { streams ||= chunk.includes('"stream":true') })
    request.on('end', () => {
      response.writeHead(request.method === 'POST' ? 200 : 503, { 'content-type': streams ? 'text/event-stream' : 'application/json' })
      if (streams) for (const event of events) response.write(event)
      response.end(streams ? undefined : answer)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => { server.close().closeAllConnections() } }
}
