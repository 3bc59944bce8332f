import { connect } from 'node:net'

/** Whether something accepts TCP connections on a port of this machine. */
export function acceptsConnections(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const answer = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.setTimeout(1000, () => answer(true))
    socket.on('connect', () => answer(true))
    socket.on('error', () => answer(false))
  })
}
