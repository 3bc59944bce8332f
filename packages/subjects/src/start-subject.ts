import { rmSync } from 'node:fs'
import { checkIdentity, type SubjectIdentity } from './check-identity.js'
import { childEnvironment } from './child-environment.js'
import type { Declaration, SubjectMode } from './declaration.js'
import { SubjectFailure } from './errors.js'
import { describeExit, type ExitReport } from './exit-report.js'
import { fileDigest } from './file-digest.js'
import { fillDeclaration, portNames } from './fill-declaration.js'
import { freePort } from './free-port.js'
import { privateDirectory, writeFiles } from './private-directory.js'
import { readVersion } from './read-version.js'
import { resolveExecutable } from './resolve-executable.js'
import { startProcess, type RunningProcess } from './start-process.js'

export interface SubjectOptions {
  /** Where the subject takes requests; 0 for any free port. */
  readonly port: number
  readonly upstreamUrl: string
  readonly mode: SubjectMode
  /** Version this run expects the subject to report. */
  readonly stamp: string
  /** Arguments after those of the declaration. */
  readonly extraArgs?: readonly string[] | undefined
  readonly extraEnv?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Working directory of the subject, which relative paths of its declaration mean; the current one without it. */
  readonly cwd?: string | undefined
  /** File whose dependencies `{bin:PACKAGE}` means, such as `import.meta.url`; the working directory without it. */
  readonly resolveFrom?: string | URL | undefined
  /** Where the private directory is made; the system's temporary directory without it. */
  readonly temporaryRoot?: string | undefined
}

export interface HashedFile {
  readonly path: string
  readonly sha256: string
}

export interface RunningSubject {
  readonly name: string
  readonly mode: SubjectMode
  /** Pid of the program itself, which is also its process group. */
  readonly pid: number
  readonly port: number
  readonly url: string
  readonly requestUrl: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly identity: SubjectIdentity
  /** The stamp it reported, or `null` for a subject that cannot be identified. */
  readonly reportedIdentity: string | null
  readonly executable: HashedFile
  /** The script of `{bin:PACKAGE}`, when the executable is only its interpreter. */
  readonly entry: HashedFile | null
  /** First line of its version command, for the record. */
  readonly version: string | null
  /** Resolves, never rejects, when the subject is gone, whoever ended it. */
  readonly exited: Promise<ExitReport>
  lastOutput(): string
  /** Ends its whole group, waits until its ports are closed and deletes its directory; may be called any number of times. */
  stop(): Promise<ExitReport>
}

/**
 * Starts a declared subject and resolves once it is ready and known to be the one that was started.
 *
 * @throws {SubjectInputError} a mode or a package the declaration cannot have
 * @throws {SubjectFailure} a held port, a subject that is missing, dies, does not get ready, or answers with another stamp; nothing of it is left running
 */
export async function startSubject(declaration: Declaration, options: SubjectOptions): Promise<RunningSubject> {
  const { name } = declaration
  const { cwd = process.cwd() } = options
  const port = options.port === 0 ? await freePort() : options.port
  const namedPorts: Record<string, number> = {}
  for (const portName of portNames(declaration)) namedPorts[portName] = await freePort()

  const directory = privateDirectory(name, options.temporaryRoot)
  let started: RunningProcess | null = null
  try {
    const filled = fillDeclaration(declaration, { ...options, port, namedPorts, directory, resolveFrom: options.resolveFrom ?? `${cwd}/` })
    const { identity, requestUrl, requestHeaders } = filled
    const env = { ...filled.env, ...options.extraEnv }
    const path = childEnvironment(env, declaration.inheritEnv)['PATH']
    const executable = await hashed(resolveExecutable(filled.argv[0]!, path, cwd))
    const entry = filled.entry === null ? null : await hashed(filled.entry)
    const version = filled.versionArgv === null ? null : await readVersion(filled.versionArgv, childEnvironment(env, declaration.inheritEnv))

    writeFiles(directory, filled.files)
    const running = (started = await startProcess({
      name,
      argv: [...filled.argv, ...(options.extraArgs ?? [])],
      cwd,
      env,
      inheritEnv: declaration.inheritEnv,
      ready: filled.ready,
      readyTimeoutMs: declaration.ready.timeoutMs,
      ports: [port, ...Object.values(namedPorts)],
      graceMs: declaration.stopGraceMs,
      removeDir: directory,
      discardStdout: declaration.discardStdout,
      signal: options.signal,
    }))
    const known = await whileAlive(running, options.signal, (signal) => checkIdentity({ name, pid: running.pid, port, address: identity, stamp: options.stamp, executable, signal }))

    return {
      name,
      mode: options.mode,
      pid: running.pid,
      port,
      url: `http://127.0.0.1:${port}`,
      requestUrl,
      requestHeaders,
      identity: known,
      reportedIdentity: known.kind === 'stamp' ? known.reported : null,
      executable,
      entry,
      version,
      exited: running.exited,
      lastOutput: () => running.lastOutput(),
      stop: () => running.stop().finally(() => remove(directory)),
    }
  } catch (error) {
    await started?.stop().catch(() => undefined)
    remove(directory)
    throw error
  }
}

async function hashed(path: string): Promise<HashedFile> {
  return { path, sha256: await fileDigest(path) }
}

/** The shim deletes the directory as well, but a shim that was killed could not. */
function remove(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
}

async function whileAlive<T>(running: RunningProcess, given: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const signal = given ? AbortSignal.any([given, over.signal]) : over.signal
  const died = running.exited.then((report): never => {
    throw new SubjectFailure('LAT_SUBJ_DIED', `${running.name} (pid ${running.pid}) ${describeExit(report)} before it said who it is.`, { pid: running.pid, lastOutput: report.lastOutput })
  })
  try {
    return await Promise.race([ask(signal), died])
  } catch (error) {
    if (!given?.aborted) throw error
    throw new SubjectFailure('LAT_SUBJ_ABORTED', `${running.name} was stopped before it said who it is: the start was aborted.`, { cause: given.reason, pid: running.pid })
  } finally {
    over.abort()
  }
}
