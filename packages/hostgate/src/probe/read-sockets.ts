import { parseLinuxFileLimit } from '../parse/linux/file-limit.js'
import { parseLinuxTimeWait } from '../parse/linux/time-wait.js'
import { parseMacTimeWait } from '../parse/mac/time-wait.js'
import { parsePortRange, type PortRange } from '../parse/port-range.js'
import { parseWholeNumber } from '../parse/whole-number.js'
import { measured, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { fromFile } from './from-file.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

/** Connections in TIME_WAIT: each holds one ephemeral port for a while. */
export async function readTimeWaitCount(host: Host = systemHost()): Promise<Reading<number>> {
  if (host.platform === 'linux') return fromFile(host, '/proc/net/sockstat', parseLinuxTimeWait)
  return host.platform === 'darwin' ? fromCommand(host, 'netstat', ['-an', '-p', 'tcp'], parseMacTimeWait) : elsewhere(host, 'The TIME_WAIT count')
}

/** Ports that outgoing connections are given. */
export async function readEphemeralPorts(host: Host = systemHost()): Promise<Reading<PortRange>> {
  if (host.platform === 'linux') return fromFile(host, '/proc/sys/net/ipv4/ip_local_port_range', (text) => parsePortRange(text, 'net.ipv4.ip_local_port_range'))
  if (host.platform !== 'darwin') return elsewhere(host, 'The ephemeral port range')
  return fromCommand(host, 'sysctl', ['-n', 'net.inet.ip.portrange.first', 'net.inet.ip.portrange.last'], (text) => parsePortRange(text, 'sysctl net.inet.ip.portrange'))
}

/** Longest queue of connections that wait to be accepted. */
export async function readListenBacklog(host: Host = systemHost()): Promise<Reading<number>> {
  if (host.platform === 'linux') return fromFile(host, '/proc/sys/net/core/somaxconn', (text) => parseWholeNumber(text, 'connections', 'net.core.somaxconn'))
  return host.platform === 'darwin' ? fromCommand(host, 'sysctl', ['-n', 'kern.ipc.somaxconn'], (text) => parseWholeNumber(text, 'connections', 'sysctl kern.ipc.somaxconn')) : elsewhere(host, 'The listen backlog')
}

/** Files and sockets that a process started from here may have open. */
export async function readFileLimit(host: Host = systemHost()): Promise<Reading<number>> {
  if (host.platform === 'linux') return fromFile(host, '/proc/self/limits', parseLinuxFileLimit)
  if (host.platform !== 'darwin') return elsewhere(host, 'The limit of open files')
  return fromCommand(host, 'sh', ['-c', 'ulimit -n'], (text) => (text.trim() === 'unlimited' ? measured(Infinity, 'files', 'ulimit -n') : parseWholeNumber(text, 'files', 'ulimit -n')))
}
