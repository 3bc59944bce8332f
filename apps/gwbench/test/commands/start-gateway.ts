import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestGateway {
  readonly url: string
  readonly seen: IncomingHttpHeaders[]
  close(): void
}

/** A gateway in front of `upstreamUrl`; `answer` takes a request over instead of forwarding it. */
export async function startGateway(upstreamUrl: string, answer: (nth: number, headers: IncomingHttpHeaders, response: ServerResponse) => boolean = () => false): Promise<TestGateway> {
  const agent = new Agent({ keepAlive: true })
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      seen.push(asked.headers)
      if (answer(seen.length - 1, asked.headers, response)) return
      const body = Buffer.concat(chunks)
      const onward = request(`${upstreamUrl}/v1/chat/completions`, { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': body.length } }, (got) => {
        response.writeHead(got.statusCode!, { 'content-type': got.headers['content-type'] })
        got.pipe(response)
      })
      onward.end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    seen,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
