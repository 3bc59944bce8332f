import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FakeUpstream {
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves when the connection of the first request is closed. */
  readonly disconnected: Promise<void>
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void

/** An upstream that records what it gets and answers as the test says; it ends with the test. */
export async function startFakeUpstream(answer: Answer): Promise<FakeUpstream> {
  const received: Received[] = []
  let noticeDisconnect: () => void
  const disconnected = new Promise<void>((resolve) => { noticeDisconnect = resolve })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.socket.on('close', () => { noticeDisconnect() })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const entry = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
      received.push(entry)
      answer(response, entry, request)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  onTestFinished(() => new Promise<void>((resolve) => {
    server.close(() => { resolve() })
    server.closeAllConnections()
  }))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, disconnected }
}

export const chatAnswer = (usage: unknown = { prompt_tokens: 20, completion_tokens: 5 }): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'hi' } }], ...(usage !== null && { usage }) })

export const answerJson = (text: string, status = 200): Answer => (response) => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

export const chatEvents: readonly string[] = [
  'data: {"choices":[{"delta":{"content":"h"}}],"usage":null}\n\n',
  'data: {"choices":[{"delta":{"content":"i"}}],"usage":null}\n\n',
  'data: {"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":5}}\n\n',
  'data: [DONE]\n\n',
]

export const answerEvents = (events: readonly string[] = chatEvents): Answer => (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.end(events.join(''))
}
