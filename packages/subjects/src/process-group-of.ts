import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Process group of a running process, or `null` when it cannot be read. */
export function processGroupOf(pid: number): number | null {
  try {
    if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 })) || null
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // After the command, which may itself hold spaces and brackets: state, parent, group.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) || null
  } catch {
    return null
  }
}
