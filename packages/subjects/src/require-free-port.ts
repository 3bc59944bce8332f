import { createServer } from 'node:net'
import { acceptsConnections } from './accepts-connections.js'
import { describeHolder } from './describe-holder.js'
import { SubjectFailure } from './errors.js'
import { portHolder } from './port-holder.js'

/**
 * Makes sure that nobody holds a port before a program is told to listen on it.
 *
 * @param what who needs the port, for the message
 * @throws {SubjectFailure} `LAT_SUBJ_PORT_HELD`, naming the process that holds it
 */
export async function requireFreePort(port: number, what: string): Promise<void> {
  // BSD lets a loopback address be bound below a wildcard listener, so binding alone would overlook one.
  const refusal = (await bindRefusal(port, '127.0.0.1')) ?? (await bindRefusal(port, '0.0.0.0'))
  if (refusal === null && !(await acceptsConnections(port)) && !(await acceptsConnections(port, '::1'))) return
  if (refusal !== null && refusal.code !== 'EADDRINUSE') {
    throw new SubjectFailure('LAT_SUBJ_PORT_HELD', `Port ${port} for ${what} cannot be opened: ${refusal.message}.`, { cause: refusal })
  }

  const holder = await portHolder(port)
  throw new SubjectFailure('LAT_SUBJ_PORT_HELD', `Port ${port} for ${what} is held by ${describeHolder(holder)}. End that process, or choose another port.`, {
    cause: refusal,
    pid: holder?.pid ?? null,
  })
}

function bindRefusal(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', resolve)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
