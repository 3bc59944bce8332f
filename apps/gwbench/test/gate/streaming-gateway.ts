import { createServer, request } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Habit = 'streams' | 'buffers' | 'flushes the first event only' | 'answers 500' | 'answers 200 with an error' | 'answers from a cache'

export interface StreamingGateway {
  readonly url: string
  close(): Promise<void>
}

/** A gateway with one habit, in front of whatever listens at `upstreamUrl` at the time of a request. */
export async function startStreamingGateway(upstreamUrl: string, habit: Habit, cached = ''): Promise<StreamingGateway> {
  const server = createServer((asked, response) => {
    const body: Buffer[] = []
    asked.on('data', (chunk: Buffer) => body.push(chunk))
    asked.on('end', () => {
      if (habit === 'answers 500') response.writeHead(500).end('{"status":"failure"}')
      else if (habit === 'answers 200 with an error') response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
      else if (habit === 'answers from a cache') response.writeHead(200, { 'content-type': 'text/event-stream' }).end(cached)
      else forward(Buffer.concat(body), response)
    })
  })
  function forward(body: Buffer, response: ServerResponse): void {
    const onward = request(`${upstreamUrl}/v1/chat/completions`, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', 'content-length': body.length } }, (got) => {
      response.writeHead(got.statusCode!, { 'content-type': got.headers['content-type'] })
      const held: Buffer[] = []
      let chunks = 0
      got.on('data', (chunk: Buffer) => {
        chunks += 1
        if (habit === 'streams' || (habit !== 'buffers' && chunks === 1)) response.write(chunk)
        else held.push(chunk)
      })
      got.on('end', () => response.end(Buffer.concat(held)))
      got.on('error', () => response.destroy())
    })
    onward.on('error', () => response.destroy())
    onward.end(body)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
