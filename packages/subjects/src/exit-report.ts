/** How a program ended. */
export interface ExitReport {
  readonly name: string
  readonly pid: number
  /** Exit code, or `null` when a signal ended it, or nobody saw it end. */
  readonly code: number | null
  readonly signal: string | null
  /** `stop` had been called: the end was wanted. */
  readonly requested: boolean
  /** Something of it outlived SIGTERM and the grace, and got SIGKILL. */
  readonly killed: boolean
  /** Processes it left running in its group when it ended on its own; they were ended too. */
  readonly leftBehind: number
  /** The last 64 KiB of stdout and stderr. */
  readonly lastOutput: string
}

/** Words for the end of a program, as they stand in a message. */
export function describeExit({ code, signal, leftBehind }: ExitReport): string {
  const how = signal !== null ? `was ended by ${signal}` : code !== null ? `exited with code ${code}` : 'was lost together with its shim'
  if (leftBehind === 0) return how
  return `${how} and left ${leftBehind} ${leftBehind === 1 ? 'process' : 'processes'} in the background, now ended (tell it to stay in the foreground)`
}
