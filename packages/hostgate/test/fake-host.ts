import type { CommandResult, Host } from '../src/index.js'

export interface FakeHostOptions {
  readonly platform?: string
  readonly architecture?: string
  readonly coreCount?: number
  readonly cpuModel?: string
  /** Contents by path. An array gives one answer per read and repeats its last one; `{ error }` is a failed read. */
  readonly files?: Readonly<Record<string, string | { readonly error: string } | readonly string[]>>
  /** Standard output by command line; a result as it is. What is not listed is not installed. */
  readonly commands?: Readonly<Record<string, string | CommandResult>>
  readonly freeDiskBytes?: number | null
}

export interface FakeHost extends Host {
  /** Every command line and sleep, in order. */
  readonly log: string[]
}

/** A whole machine as data. Its clock moves only when somebody sleeps. */
export function fakeHost({ platform = 'linux', architecture = 'x64', coreCount = 2, cpuModel = '', files = {}, commands = {}, freeDiskBytes = 1e12 }: FakeHostOptions = {}): FakeHost {
  const log: string[] = []
  const reads = new Map<string, number>()
  let nowMs = 1_000
  let idleMs = 0
  return {
    log,
    platform,
    architecture,
    coreCount,
    cpuModel,
    memoryBytes: 16 * 1024 ** 3,
    kernel: '1.2.3',
    async run(command, args) {
      const line = [command, ...args].join(' ')
      log.push(line)
      const answer = commands[line] ?? { ran: false, reason: 'missing', message: `${command} is not installed` }
      return typeof answer === 'string' ? { ran: true, exitCode: 0, stdout: answer, stderr: '' } : answer
    },
    async readText(path) {
      const content = files[path]
      if (content === undefined) return { error: 'ENOENT', message: `ENOENT: no such file, open '${path}'` }
      if (typeof content === 'string') return { text: content }
      if ('error' in content) return { error: content.error, message: `${content.error}: cannot read '${path}'` }
      const count = reads.get(path) ?? 0
      reads.set(path, count + 1)
      return { text: content[Math.min(count, content.length - 1)]! }
    },
    async list(path) {
      const prefix = path === '/' ? '/' : `${path}/`
      return [...new Set(Object.keys(files).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split('/')[0]!))].sort()
    },
    coreTimes() {
      idleMs += 1_500
      return [{ idleMs, totalMs: idleMs * (4 / 3) }, { idleMs: 0, totalMs: idleMs }]
    },
    async freeDiskBytes() {
      return freeDiskBytes
    },
    nowMs: () => nowMs,
    async sleep(ms) {
      log.push(`sleep ${ms}`)
      nowMs += ms
    },
  }
}
