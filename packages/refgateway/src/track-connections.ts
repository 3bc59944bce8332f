import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows the connections of a server; the function returned closes it without waiting for idle ones.
 *
 * The server itself counts a connection that has not asked anything yet as active, and one that has just
 * been answered as worth keeping: with a client that keeps its connections open, closing would take as long
 * as the client likes. Answers in flight get `drainMs`.
 */
export function trackConnections(server: Server): (drainMs: number) => Promise<void> {
  const idle = new Set<Socket>()
  let draining = false

  server.on('connection', (socket: Socket) => {
    idle.add(socket)
    socket.on('close', () => { idle.delete(socket) })
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    idle.delete(socket)
    response.on('close', () => {
      if (draining) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })

  return (drainMs) => new Promise((resolve) => {
    draining = true
    const timer = setTimeout(() => { server.closeAllConnections() }, drainMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    for (const socket of idle) socket.destroySoon()
  })
}
