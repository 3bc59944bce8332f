import { HostgateInputError } from '../errors.js'
import { parseProcessStat } from '../parse/linux/process-stat.js'
import { parseProcessTable } from '../parse/mac/process-table.js'
import { boundedNumber } from '../parse/bounded-number.js'
import type { ProcessEntry } from '../process-entry.js'
import { measured, unknown, type Reading } from '../reading.js'
import { treeOf } from '../tree-of.js'
import { elsewhere } from './elsewhere.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

/** What a process and all its descendants have used up to now. */
export interface ProcessTreeUsage {
  /** User and system time since each process started, with that of children that have ended and were waited for. */
  readonly cpuSeconds: number
  /** Memory in use now; pages that two processes share count twice. */
  readonly rssBytes: number
  readonly processes: number
}

async function setting(host: Host, name: string, fallback: number): Promise<number> {
  const result = await host.run('getconf', [name], 2_000)
  return (result.ran ? boundedNumber(result.stdout.trim(), 1, 1e9) : null) ?? fallback
}

async function linuxProcesses(host: Host): Promise<ProcessEntry[]> {
  const [ticksPerSecond, pageBytes] = await Promise.all([setting(host, 'CLK_TCK', 100), setting(host, 'PAGESIZE', 4_096)])
  const pids = (await host.list('/proc')).filter((name) => /^\d+$/.test(name))
  const reads = await Promise.all(pids.map((pid) => host.readText(`/proc/${pid}/stat`)))
  // A process may end between the listing and the read: then it is no longer part of the tree.
  return reads.flatMap((read) => ('text' in read ? parseProcessStat(read.text, ticksPerSecond, pageBytes) ?? [] : []))
}

/**
 * Processor time and memory of a process tree. Read it at both edges of a window and subtract: the difference of
 * `cpuSeconds` is what the tree used in between, in steps of 10 ms on Linux.
 *
 * @throws {HostgateInputError} on a number that cannot be a process id
 */
export async function processTreeUsage(pid: number, host: Host = systemHost()): Promise<Reading<ProcessTreeUsage>> {
  if (!Number.isSafeInteger(pid) || pid <= 0) throw new HostgateInputError('LAT_HOST_PID', `${pid} is not a process id`)
  let processes: ProcessEntry[]
  if (host.platform === 'linux') {
    processes = await linuxProcesses(host)
  } else if (host.platform === 'darwin') {
    // -S adds the time of ended children to their parent, as the kernel does by itself on Linux.
    const result = await host.run('ps', ['-A', '-S', '-o', 'pid=,ppid=,rss=,time='], 4_000)
    if (!result.ran || result.exitCode !== 0) return unknown(result.ran ? `ps ended with exit code ${result.exitCode}` : result.message)
    processes = parseProcessTable(result.stdout)
  } else {
    return elsewhere(host, 'The usage of a process')
  }
  const tree = treeOf(processes, pid)
  if (tree.length === 0) return unknown(`There is no process ${pid}.`)
  return measured({
    cpuSeconds: tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    rssBytes: tree.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    processes: tree.length,
  }, 'seconds and bytes', host.platform === 'linux' ? '/proc/<pid>/stat' : 'ps')
}
