/** The caller broke the contract: a faulty declaration, a mode the subject does not have. */
export class SubjectInputError extends Error {
  override readonly name = 'SubjectInputError'

  constructor(
    readonly code: 'LAT_SUBJ_DECLARATION' | 'LAT_SUBJ_MODE' | 'LAT_SUBJ_BIN' | 'LAT_SUBJ_ARGUMENT',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export type SubjectFailureCode =
  | 'LAT_SUBJ_NOT_FOUND'
  | 'LAT_SUBJ_NOT_STARTED'
  | 'LAT_SUBJ_DIED'
  | 'LAT_SUBJ_NOT_READY'
  | 'LAT_SUBJ_ABORTED'
  | 'LAT_SUBJ_PORT_HELD'
  | 'LAT_SUBJ_WRONG_IDENTITY'
  | 'LAT_SUBJ_NOT_STOPPED'

/** The world did not cooperate: a held port, a program that died. */
export class SubjectFailure extends Error {
  override readonly name = 'SubjectFailure'
  /** Process the failure is about: the holder of a port, the program that died. */
  readonly pid: number | null
  /** What the program last wrote, when the failure is about a program that ran. */
  readonly lastOutput: string | null

  constructor(
    readonly code: SubjectFailureCode,
    message: string,
    options: ErrorOptions & { readonly pid?: number | null; readonly lastOutput?: string } = {},
  ) {
    super(options.lastOutput === undefined ? message : `${message}\n${tail(options.lastOutput)}`, options)
    this.pid = options.pid ?? null
    this.lastOutput = options.lastOutput ?? null
  }
}

const TAIL_LINES = 20

function tail(output: string): string {
  const lines = output.trimEnd().split('\n')
  if (lines.length === 1 && lines[0] === '') return 'It wrote nothing.'
  return ['Its last output:', ...lines.slice(-TAIL_LINES).map((line) => `  ${line}`)].join('\n')
}
