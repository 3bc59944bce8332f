const LISTEN = '0A'

/**
 * Inodes of the sockets listening on a port, from the text of Linux's `/proc/net/tcp` or `tcp6`.
 *
 * Numbers in that table are hexadecimal; established connections on the same port do not count.
 */
export function parseProcNetTcp(text: string, port: number): readonly string[] {
  const inodes: string[] = []
  for (const line of text.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/)
    const [, local, , state] = fields
    const inode = fields[9]
    if (local === undefined || inode === undefined || state !== LISTEN) continue
    if (Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16) === port) inodes.push(inode)
  }
  return inodes
}
