import { openLinks } from './open-links.js'
import { RawLink } from './raw-link.js'
import type { ExchangeSink, Transport, WireTarget } from './transport.js'

/**
 * Reference transport: HTTP/1.1 on bare sockets, answers with a Content-Length only, bodies not judged.
 * It bounds what undici itself costs, in the same run; it is not for measuring gateways.
 */
export function createRawTransport(targets: readonly WireTarget[], slotCount: number, sink: ExchangeSink): Transport {
  const messages = targets.map(requestMessage)
  const links = Array.from({ length: slotCount }, (_, slot) => targets.map((target, arm) => new RawLink(slot, target, messages[arm]!, sink)))
  const all = links.flat()
  return {
    connect: (withinMs, signal) => openLinks(all, withinMs, signal),
    send: (slot, row, arm, nowNs) => links[slot]![arm]!.send(row, nowNs),
    expire(slot) {
      for (const link of links[slot]!) link.expire()
    },
    abandon() {
      for (const link of all) link.abandon()
    },
    async close() {
      await Promise.all(all.map((link) => link.close()))
    },
    get connections() {
      return all.reduce((sum, { opened }) => sum + opened, 0)
    },
    get failedConnects() {
      return all.reduce((sum, { failedConnects }) => sum + failedConnects, 0)
    },
    get reconnects() {
      return all.reduce((sum, { opened }) => sum + Math.max(0, opened - 1), 0)
    },
  }
}

function requestMessage({ method, path, host, headers, body }: WireTarget): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`, 'connection: keep-alive']
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
  if (body !== null || method === 'POST') lines.push(`content-length: ${body?.length ?? 0}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}
