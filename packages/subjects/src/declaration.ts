/** What the subject is asked to do: forward only, watch budgets, or hold to them. */
export type SubjectMode = 'passthrough' | 'observe' | 'enforce'

export const SUBJECT_MODES: readonly SubjectMode[] = ['passthrough', 'observe', 'enforce']

/** What differs in one mode from the rest of the declaration. */
export interface ModeDifference {
  /** Arguments after the declaration's own. */
  readonly argv?: readonly string[] | undefined
  /** Files beside, or in place of, the declaration's own. */
  readonly files?: Readonly<Record<string, string>> | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** An address of the subject: a path on its request port, or a whole URL for one on another port. */
export type Address = { readonly path: string; readonly url?: undefined } | { readonly url: string; readonly path?: undefined }

/**
 * How to start, recognise and call a program under test.
 *
 * Placeholders are replaced in every string but the names: `{port}`, `{port:NAME}` (a further free
 * port), `{upstreamUrl}`, `{upstreamHost}`, `{upstreamPort}`, `{mode}`, `{stamp}`, `{dir}` (a private
 * directory with the declared files), `{node}` and `{bin:PACKAGE}`. `{{word}}` stands for the text `{word}`.
 */
export interface Declaration {
  readonly name: string
  readonly description?: string | undefined
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Names to take over from the environment of the caller. */
  readonly inheritEnv?: readonly string[] | undefined
  /** Text of each file to write before the start, by its path below `{dir}`. */
  readonly files?: Readonly<Record<string, string>> | undefined
  /** The modes the subject has; without it, all modes when `{mode}` is used, else passthrough alone. */
  readonly modes?: Readonly<Partial<Record<SubjectMode, ModeDifference>>> | undefined
  /** What shows that it is ready: an address that answers `status` (any 2xx without one), or its JSON ready line. */
  readonly ready: ((Address & { readonly status?: number | undefined }) | { readonly line: true; readonly path?: undefined; readonly url?: undefined }) & {
    readonly timeoutMs?: number | undefined
  }
  /** Where it reports its version as JSON, and in which field (dots descend); it must equal the stamp of the run. */
  readonly identity?: (Address & { readonly field: string }) | undefined
  /** How the request of a cell differs from one sent to the upstream itself. */
  readonly request: { readonly path: string; readonly headers: Readonly<Record<string, string>> }
  /** Command that prints the version, for the record. */
  readonly versionArgv?: readonly string[] | undefined
  /** Lets go of its stdout, for a subject that logs every request there; stderr is still kept. */
  readonly discardStdout?: boolean | undefined
  /** Time it gets between SIGTERM and SIGKILL. */
  readonly stopGraceMs?: number | undefined
}
