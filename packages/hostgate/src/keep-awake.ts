import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { findCommand, SYSTEM_PATH } from './probe/system-runner.js'

/** A hold on the machine's sleep. */
export interface KeptAwake {
  /** `held` by a tool; `unsupported` where this system has none; `unknown` when the tool refused. */
  readonly state: 'held' | 'unsupported' | 'unknown'
  readonly tool: string | null
  /** Why it is not held. */
  readonly reason: string | null
  /** Lets go. Also happens when this process ends in whatever way, SIGKILL included. */
  readonly release: () => Promise<void>
}

export interface KeepAwakeOptions {
  readonly platform?: string
  readonly searchPath?: readonly string[]
  readonly timeoutMs?: number
}

/**
 * Runs the tool given as arguments in its own process group, and ends the whole group as soon as standard input closes.
 * The pipe to it closes with the process that holds its other end, however that process ends, so no tool outlives a run.
 */
const GUARD = `
exec 3<&0
"$@" </dev/null >&2 &
tool=$!
{ cat <&3 >/dev/null; kill -TERM 0; } 2>/dev/null &
watcher=$!
wait "$tool"
status=$?
kill "$watcher"
exit "$status"
`

function toolFor(platform: string, searchPath: readonly string[]): { name: string; argv: string[] } | null {
  if (platform === 'darwin') {
    const path = findCommand('caffeinate', searchPath)
    // -w: belt beside the braces of the guard. It lets go when this process ends.
    return path === null ? null : { name: 'caffeinate', argv: [path, '-dimsu', '-w', String(process.pid)] }
  }
  if (platform !== 'linux') return null
  const path = findCommand('systemd-inhibit', searchPath)
  return path === null ? null : { name: 'systemd-inhibit', argv: [path, '--what=idle:sleep', '--who=lat', '--why=a latency run is measuring', '--mode=block', 'sleep', '2147483647'] }
}

const released = (): Promise<void> => Promise.resolve()

/**
 * Keeps the machine, its disks and its display awake until released: `caffeinate -dimsu` on macOS, `systemd-inhibit` on
 * Linux where it is present and allowed.
 */
export function keepAwake({ platform = process.platform, searchPath = SYSTEM_PATH, timeoutMs = 1_000 }: KeepAwakeOptions = {}): Promise<KeptAwake> {
  const tool = toolFor(platform, searchPath)
  if (tool === null) return Promise.resolve({ state: 'unsupported', tool: null, reason: `This ${platform} system has no tool that keeps it awake.`, release: released })

  const guard = spawn('/bin/sh', ['-c', GUARD, 'lat-keep-awake', ...tool.argv], { detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  guard.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(0, 500)
  })
  guard.stdin.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => {
    guard.on('error', (error) => resolve(error.message))
    guard.on('close', (exitCode) => resolve(complaint.trim() || `it ended with exit code ${exitCode}`))
  })
  const release = async (): Promise<void> => {
    guard.ref()
    guard.stdin.end()
    await ended
  }
  return new Promise((resolve) => {
    // Neither tool says that it holds: one that has not complained by now does.
    const timer = setTimeout(() => {
      guard.unref()
      for (const stream of [guard.stdin, guard.stderr]) (stream as Partial<Pick<Socket, 'unref'>>).unref?.()
      resolve({ state: 'held', tool: tool.name, reason: null, release })
    }, timeoutMs)
    void ended.then((why) => {
      clearTimeout(timer)
      guard.stdin.destroy()
      resolve({ state: 'unknown', tool: tool.name, reason: `${tool.name} did not hold: ${why}`, release: released })
    })
  })
}
