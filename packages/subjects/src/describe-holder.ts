import type { PortHolder } from './port-holder.js'

/** Words for the holder of a port, as they stand in a message. */
export function describeHolder(holder: PortHolder | null): string {
  if (holder === null) return 'a socket without a listener, such as an open connection'
  if (holder.pid === null) return 'a process this user may not see'
  return holder.command === null ? `pid ${holder.pid}` : `pid ${holder.pid} (${holder.command})`
}
