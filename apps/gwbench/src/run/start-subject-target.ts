import { processTreeUsage, valueOrNull } from '@lat/hostgate'
import { loadDeclaration, startSubject } from '@lat/subjects'
import type { SubjectOption } from '../target/parse-subject.js'
import type { Member } from './crew.js'
import { fromCaller } from './locate.js'
import type { MeasuredTarget } from './measured-target.js'
import type { Progress } from './progress.js'

export interface SubjectTargetOptions {
  readonly subject: SubjectOption
  readonly upstreamUrl: string
  readonly stamp: string
  /** Where npm packages of declared gateways are installed, and where they run; `null` for the caller's directory. */
  readonly packages: string | null
  readonly progress: Progress
  readonly signal?: AbortSignal | undefined
}

export interface StartedTarget extends MeasuredTarget, Member {
  readonly pid: number
  /** Program file, or the script when the program is only its interpreter. */
  readonly file: string
  readonly version: string | null
  readonly startMs: number
}

/**
 * Starts a declared gateway in front of the upstream, after saying which program with which arguments.
 *
 * @throws {SubjectInputError} on a faulty declaration
 * @throws {SubjectFailure} when it does not get ready, or something else answers on its port
 */
export async function startSubjectTarget({ subject: { name, source, mode }, upstreamUrl, stamp, packages, progress, signal }: SubjectTargetOptions): Promise<StartedTarget> {
  const isFile = source.includes('/') || source.endsWith('.json')
  const declaration = loadDeclaration(isFile ? fromCaller(source) : source)
  const directory = packages === null ? fromCaller('.') : fromCaller(packages)
  progress.note(`starting ${name}: ${JSON.stringify(declaration.argv)}${declaration.env === undefined ? '' : ` with ${Object.keys(declaration.env).join(', ')} set`}, in front of ${upstreamUrl}`)
  const beginMs = performance.now()
  const running = await startSubject(declaration, {
    port: 0,
    upstreamUrl,
    mode,
    stamp,
    // What comes with gwbench is found from gwbench; what somebody else declares, where they installed it.
    ...(isFile ? { cwd: directory } : { resolveFrom: import.meta.url }),
    signal,
  })
  const startMs = performance.now() - beginMs
  const program = running.entry ?? running.executable
  const processes = valueOrNull(await processTreeUsage(running.pid))?.processes
  return {
    name,
    url: running.requestUrl,
    headers: running.requestHeaders,
    key: null,
    parallelism: processes === undefined ? null : `${processes} ${processes === 1 ? 'process' : 'processes'}`,
    sha256: program.sha256,
    pid: running.pid,
    file: program.path,
    version: running.version,
    startMs,
    exited: running.exited,
    stop: () => running.stop(),
  }
}
