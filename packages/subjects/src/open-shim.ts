import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { SubjectFailure } from './errors.js'

export interface ShimOrder {
  readonly name: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Time between SIGTERM and SIGKILL when the shim is asked to end the group. */
  readonly graceMs: number
  /** The same when the parent is gone, or when the program ended and left others in its group. */
  readonly orphanGraceMs: number
  readonly discardStdout?: boolean | undefined
  /** Directory the shim deletes as its last act. */
  readonly removeDir?: string | undefined
}

/** How the program ended, as the shim saw it. */
export interface ShimEnd {
  /** `null` when the program never reported its end: the shim itself was killed. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null
  /** Processes the program left in its group when it ended on its own; they were ended too. */
  readonly leftBehind: number
  /** Something in the group outlived SIGTERM and its grace, and got SIGKILL. */
  readonly killed: boolean
  /** Processes that outlived even SIGKILL. */
  readonly unkillable: number
}

export interface Shim {
  /** Pid of the shim; the program's own is `pid`. */
  readonly shimPid: number
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
  /** The program itself ended; the rest of its group may be ending. */
  readonly left: Promise<void>
  /** Program, group and shim are gone and all output was delivered. */
  readonly ended: Promise<ShimEnd>
  /** Asks the shim to end the group. */
  end(): void
  /** Ends group and shim with SIGKILL, for a shim that no longer answers. */
  kill(): void
}

type ShimMessage = Partial<{
  pid: number
  failed: { code: string | null; message: string }
  exit: { code: number | null; signal: string | null }
  leftBehind: number
  killed: true
  unkillable: number
}>

const OUTPUT_DRAIN_MS = 200

/**
 * Starts a program under the shim and waits for its pid.
 *
 * @throws {SubjectFailure} `LAT_SUBJ_NOT_STARTED` when the program cannot be executed
 */
export async function openShim(order: ShimOrder): Promise<Shim> {
  const shimFile = fileURLToPath(new URL('../worker/shim.mjs', import.meta.url))
  // A group of its own: a signal to the caller's group must not take the shim away before it has cleaned up.
  const shim = spawn(process.execPath, [shimFile, order.name], { detached: true, env: {}, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  const { stdin, stdout, stderr } = shim
  const report = shim.stdio[3] as Readable

  const mark = `LAT_SUBJECT=${randomUUID()}`
  const env = { ...order.env, LAT_SUBJECT: mark.slice(mark.indexOf('=') + 1) }
  stdin.on('error', () => undefined)
  stdin.write(`${JSON.stringify({ ...order, env, mark })}\n`)

  let end: ShimEnd = { exit: null, leftBehind: 0, killed: false, unkillable: 0 }
  let programLeft = () => undefined as void
  const left = new Promise<void>((resolve) => (programLeft = resolve))
  const ended = new Promise<ShimEnd>((resolve) => {
    const finish = () => {
      programLeft()
      resolve(end)
    }
    shim.on('error', finish)
    shim.on('close', finish)
    // A process that left the group may hold the output open for ever: do not wait for it.
    shim.on('exit', () => {
      setTimeout(() => {
        for (const stream of [stdout, stderr, report]) stream.destroy()
        finish()
      }, OUTPUT_DRAIN_MS).unref()
    })
  })

  const pid = await new Promise<number>((resolve, reject) => {
    const refuse = (why: string, cause?: unknown) => {
      reject(new SubjectFailure('LAT_SUBJ_NOT_STARTED', `${order.name} could not be started (${order.argv.join(' ')}): ${why}.`, { cause }))
    }
    shim.on('error', (error) => refuse(error.message, error))
    shim.on('exit', () => refuse('its shim ended first'))
    createInterface({ input: report }).on('line', (line) => {
      const message = JSON.parse(line) as ShimMessage
      if (message.pid !== undefined) resolve(message.pid)
      if (message.failed) refuse(message.failed.message, message.failed)
      if (message.leftBehind !== undefined) end = { ...end, leftBehind: message.leftBehind }
      if (message.killed) end = { ...end, killed: true }
      if (message.unkillable !== undefined) end = { ...end, unkillable: message.unkillable }
      if (message.exit) {
        end = { ...end, exit: message.exit }
        programLeft()
      }
    })
  })

  return {
    shimPid: shim.pid!,
    pid,
    stdout,
    stderr,
    left,
    ended,
    end: () => void shim.kill('SIGTERM'),
    kill: () => {
      try {
        process.kill(-pid, 'SIGKILL')
      } catch {
        // The group is gone already.
      }
      shim.kill('SIGKILL')
    },
  }
}
