import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { parseLsof } from './parse-lsof.js'
import { parseProcNetTcp } from './parse-proc-net-tcp.js'

export interface PortHolder {
  /** `null` when the port is held but this user may not see by whom. */
  readonly pid: number | null
  readonly command: string | null
}

/** What of the system is read to find a holder; tests hand in captured text. */
export interface PortSystem {
  readonly platform: NodeJS.Platform
  readFile(path: string): string | null
  list(directory: string): readonly string[]
  readLink(path: string): string | null
  run(file: string, args: readonly string[]): Promise<string>
}

/** Process that listens on a TCP port of this machine, or `null` when none does. Reads `/proc` on Linux, `lsof` elsewhere. */
export async function portHolder(port: number, system: PortSystem = thisSystem): Promise<PortHolder | null> {
  if (system.platform === 'linux') return holderFromProc(port, system)
  const found = parseLsof(await system.run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']))
  if (found === null) return null
  const full = (await system.run('ps', ['-o', 'command=', '-p', String(found.pid)])).trim()
  return { pid: found.pid, command: full === '' ? found.command : full }
}

function holderFromProc(port: number, system: PortSystem): PortHolder | null {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => system.readFile(path) ?? '')
  const sockets = new Set(tables.flatMap((table) => parseProcNetTcp(table, port)).map((inode) => `socket:[${inode}]`))
  if (sockets.size === 0) return null

  // A socket shared by a master and its workers belongs to the one that opened it, which has the lowest pid.
  const pids = system.list('/proc').filter((name) => /^\d+$/.test(name)).map(Number).sort((a, b) => a - b)
  for (const pid of pids) {
    const holds = system.list(`/proc/${pid}/fd`).some((fd) => sockets.has(system.readLink(`/proc/${pid}/fd/${fd}`) ?? ''))
    if (holds) return { pid, command: commandOf(pid, system) }
  }
  return { pid: null, command: null }
}

function commandOf(pid: number, system: PortSystem): string | null {
  const line = (system.readFile(`/proc/${pid}/cmdline`) ?? '').split('\0').join(' ').trim()
  return line === '' ? (system.readFile(`/proc/${pid}/comm`)?.trim() ?? null) : line
}

const attempt = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const thisSystem: PortSystem = {
  platform: process.platform,
  readFile: (path) => attempt<string | null>(() => readFileSync(path, 'utf8'), null),
  list: (directory) => attempt<readonly string[]>(() => readdirSync(directory), []),
  readLink: (path) => attempt<string | null>(() => readlinkSync(path), null),
  // `lsof` exits with 1 when nobody listens: its output decides, not its code.
  run: (file, args) => new Promise((resolve) => execFile(file, args, { timeout: 5000, env: { ...process.env, LC_ALL: 'C' } }, (_error, stdout) => resolve(stdout))),
}
