import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An upstream that sends the next event of a stream only when it is told to. */
export interface GatedUpstream {
  readonly url: string
  /** Events of a whole stream. */
  readonly eventCount: number
  /** Streams that were asked for since the start. */
  requests(): number
  /** Lets the open stream go on up to this many events; later streams start at one again. */
  release(events: number): void
  close(): Promise<void>
}

export interface GatedUpstreamOptions {
  /** A whole event stream as the upstream would send it. */
  readonly streamText: string
  /** 0, or nothing, for any free port. */
  readonly port?: number
}

/**
 * Starts an upstream on 127.0.0.1 that answers every POST with an event stream of which it sends the first event at once
 * and withholds the rest until `release`: what a client has received through a gateway by then, the gateway has not buffered.
 */
export async function startGatedUpstream({ streamText, port = 0 }: GatedUpstreamOptions): Promise<GatedUpstream> {
  const events = streamText.split(/(?<=\r?\n\r?\n)/).filter((event) => event.trim() !== '')
  let requests = 0
  let open: { readonly response: ServerResponse; sent: number } | null = null
  const sendUpTo = (count: number): void => {
    if (open === null) return
    while (open.sent < Math.min(count, events.length)) {
      open.response.write(events[open.sent]!)
      open.sent += 1
    }
    if (open.sent < events.length) return
    open.response.end()
    open = null
  }
  const server = createServer((request, response) => {
    request.resume()
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      return
    }
    request.on('end', () => {
      requests += 1
      response.socket?.setNoDelay(true)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
      open = { response, sent: 0 }
      sendUpTo(1)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    eventCount: events.length,
    requests: () => requests,
    release: sendUpTo,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
