import { createServer } from 'node:net'

/** A TCP port nobody listens on at this moment, from the system's ephemeral range. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('The system gave no port number.'))
        else resolve(address.port)
      })
    })
  })
}
