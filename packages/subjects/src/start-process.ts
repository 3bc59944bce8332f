import { setTimeout as sleep } from 'node:timers/promises'
import { awaitPortClosed } from './await-port-closed.js'
import { childEnvironment } from './child-environment.js'
import { describeExit, type ExitReport } from './exit-report.js'
import { SubjectFailure, SubjectInputError } from './errors.js'
import { openShim, type Shim } from './open-shim.js'
import { outputRing } from './output-ring.js'
import { pollUrl } from './poll-url.js'
import { describeReadiness, type Readiness } from './readiness.js'
import { readyLine, type ReadyLine } from './ready-line.js'
import { requireFreePort } from './require-free-port.js'
import { resolveExecutable } from './resolve-executable.js'

export interface ProcessSpec {
  /** Name for messages. */
  readonly name: string
  /** Program and arguments, as they are: no shell ever sees them. */
  readonly argv: readonly string[]
  readonly cwd?: string | undefined
  /** Variables of the program, beside the few that are always inherited (PATH, HOME, TMPDIR, LANG, …). */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Further names to take over from this process. */
  readonly inheritEnv?: readonly string[] | undefined
  readonly ready: Readiness
  /** From 1; 15 s without it. */
  readonly readyTimeoutMs?: number | undefined
  /** Ports the program will listen on: free before it starts, closed when `stop` resolves. */
  readonly ports?: readonly number[] | undefined
  /** Time between SIGTERM and SIGKILL on `stop`; 3 s without it. */
  readonly graceMs?: number | undefined
  /** Lets go of what it writes to stdout, so that a program which logs every request costs this process nothing. */
  readonly discardStdout?: boolean | undefined
  /** Directory of this program alone, deleted when it ends. */
  readonly removeDir?: string | undefined
  /** Stops the start when aborted; a program that runs already is stopped with `stop`. */
  readonly signal?: AbortSignal | undefined
}

export interface RunningProcess {
  readonly name: string
  /** Pid of the program itself, which is also its process group. */
  readonly pid: number
  readonly executablePath: string
  /** The JSON line that said "ready", or `null` when a URL did. */
  readonly readyLine: ReadyLine | null
  /** Resolves, never rejects, when the program and its whole group are gone, whoever ended them. */
  readonly exited: Promise<ExitReport>
  /** The last 64 KiB of stdout and stderr, in order of arrival. */
  lastOutput(): string
  /** Ends the whole group and waits until its ports are closed; may be called any number of times. */
  stop(): Promise<ExitReport>
}

const OUTPUT_BYTES = 64 * 1024
const READY_TIMEOUT_MS = 15_000
const GRACE_MS = 3000
/** Shorter than `GRACE_MS`: with its parent killed, everything must be gone within 5 s. */
const ORPHAN_GRACE_MS = 1000
/** What the shim may take beyond the grace: SIGKILL, reaping, deleting the directory. */
const SHIM_SLACK_MS = 4000

/**
 * Starts a program in a process group of its own and resolves once it is ready.
 *
 * The group is ended when `stop` is called, when the program itself ends, and when this process
 * goes away in any manner, SIGKILL included.
 *
 * @throws {SubjectFailure} a held port, a program that is missing, dies, or does not get ready in time; nothing of it is left running
 * @example
 * const server = await startProcess({ name: 'mock', argv: ['node', 'mock.mjs'], ready: { line: true } })
 * await server.stop()
 */
export async function startProcess(spec: ProcessSpec): Promise<RunningProcess> {
  const [command, ...args] = spec.argv
  if (command === undefined) throw new SubjectInputError('LAT_SUBJ_ARGUMENT', `${spec.name} has an empty argv: name at least the program.`)
  const { graceMs = GRACE_MS, readyTimeoutMs = READY_TIMEOUT_MS, cwd = process.cwd(), ports = [] } = spec
  if (spec.discardStdout && 'line' in spec.ready) throw new SubjectInputError('LAT_SUBJ_ARGUMENT', `${spec.name} cannot say that it is ready on a stdout that is discarded: name a URL.`)
  throwIfAborted(spec)

  const env = childEnvironment(spec.env, spec.inheritEnv)
  const executablePath = resolveExecutable(command, env['PATH'], cwd)
  for (const port of ports) await requireFreePort(port, spec.name)

  const orphanGraceMs = Math.min(graceMs, ORPHAN_GRACE_MS)
  const shim = await openShim({ name: spec.name, argv: [executablePath, ...args], env, cwd, graceMs, orphanGraceMs, removeDir: spec.removeDir, discardStdout: spec.discardStdout })
  const ring = outputRing(OUTPUT_BYTES)
  for (const stream of [shim.stdout, shim.stderr]) stream.on('data', (chunk: Buffer) => ring.push(chunk))

  let stopping: Promise<ExitReport> | null = null
  const exited = shim.ended.then((end): ExitReport => {
    const { code, signal } = end.exit ?? { code: null, signal: null }
    // A shim that was itself killed told nobody how the program ended, and left the group alone.
    if (end.exit === null) shim.kill()
    return { name: spec.name, pid: shim.pid, code, signal, requested: stopping !== null, killed: end.killed, leftBehind: end.leftBehind, lastOutput: ring.text() }
  })
  const ownPorts = new Set(ports)
  const stop = () => (stopping ??= endShim(spec.name, shim, graceMs, exited, ownPorts))

  try {
    const line = await untilReady(spec, shim, readyTimeoutMs, exited)
    if (line?.port !== undefined) ownPorts.add(line.port)
    return { name: spec.name, pid: shim.pid, executablePath, readyLine: line, exited, lastOutput: () => ring.text(), stop }
  } catch (error) {
    const notStopped = await stop().then(() => '', (failure: Error) => ` ${failure.message}`)
    if (!(error instanceof NotReady)) throw error
    const { lastOutput } = await exited
    throw new SubjectFailure(error.code, `${error.message}${notStopped}`, { cause: error.cause, pid: shim.pid, lastOutput })
  }
}

class NotReady extends Error {
  constructor(readonly code: 'LAT_SUBJ_DIED' | 'LAT_SUBJ_NOT_READY' | 'LAT_SUBJ_ABORTED', message: string, options?: ErrorOptions) {
    super(message, options)
  }
}

async function untilReady(spec: ProcessSpec, shim: Shim, timeoutMs: number, exited: Promise<ExitReport>): Promise<ReadyLine | null> {
  const { name, ready } = spec
  const what = describeReadiness(ready)
  const over = new AbortController()
  let lastAttempt = ''
  try {
    return await Promise.race([
      'line' in ready ? readyLine(shim.stdout, over.signal) : pollUrl(ready, over.signal, (outcome) => (lastAttempt = outcome)).then(() => null),
      shim.left.then(() => exited).then((report) => {
        throw new NotReady('LAT_SUBJ_DIED', `${name} (pid ${shim.pid}) ${describeExit(report)} before it was ready; awaited was ${what}.`)
      }),
      sleep(timeoutMs, undefined, { signal: over.signal }).then(() => {
        const last = lastAttempt === '' ? '' : ` (last attempt: ${lastAttempt})`
        throw new NotReady('LAT_SUBJ_NOT_READY', `${name} (pid ${shim.pid}) was not ready within ${timeoutMs} ms: awaited was ${what}${last}.`)
      }),
      aborted(spec, over.signal),
    ])
  } finally {
    over.abort()
  }
}

function throwIfAborted({ name, signal }: ProcessSpec): void {
  if (signal?.aborted) throw new SubjectFailure('LAT_SUBJ_ABORTED', `${name} was not started: the start was aborted.`, { cause: signal.reason })
}

function aborted({ name, signal }: ProcessSpec, over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = () => reject(new NotReady('LAT_SUBJ_ABORTED', `${name} was stopped before it was ready: the start was aborted.`, { cause: signal?.reason }))
    if (signal?.aborted) refuse()
    signal?.addEventListener('abort', refuse, { once: true, signal: over })
  })
}

async function endShim(name: string, shim: Shim, graceMs: number, exited: Promise<ExitReport>, ports: ReadonlySet<number>): Promise<ExitReport> {
  shim.end()
  const late = new AbortController()
  const timer = sleep(graceMs + SHIM_SLACK_MS, undefined, { signal: late.signal }).then(() => shim.kill(), () => undefined)
  const report = await exited
  late.abort()
  await timer
  for (const port of ports) await awaitPortClosed(port, name)
  return report
}
