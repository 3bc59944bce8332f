import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** TCP connections accepted so far. */
  connections(): number
  /** Bodies of the requests received so far. */
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string }[]
  stop(): Promise<void>
}

export type Answer = (response: ServerResponse, request: { readonly number: number; readonly url: string }) => void

export const ANSWER = '{"id":"a","choices":[{"message":{"content":"ok"}}]}'

export function answerJson(response: ServerResponse, body = ANSWER, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

/** An HTTP server on a free port whose answers the test decides; requests are numbered from 0. */
export async function startServer(answer: Answer): Promise<RunningServer> {
  const requests: RunningServer['requests'] = []
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const number = requests.push({ url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() }) - 1
      answer(response, { number, url: request.url! })
    })
  })
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    connections: () => connections,
    requests,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
