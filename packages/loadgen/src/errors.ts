/** The caller broke the contract: every fault of the input in one message. */
export class LoadgenInputError extends Error {
  override readonly name = 'LoadgenInputError'

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The world refused: a target that cannot be reached, a worker that died. Names the URL or the thread. */
export class LoadgenError extends Error {
  override readonly name = 'LoadgenError'

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function badSpec(faults: readonly string[]): LoadgenInputError {
  return new LoadgenInputError('LAT_LOAD_BAD_SPEC', `The cell cannot run: ${faults.join('; ')}.`)
}

export function badUsage(message: string, cause?: unknown): LoadgenInputError {
  return new LoadgenInputError('LAT_LOAD_USAGE', message, cause === undefined ? undefined : { cause })
}

export function notLoopback(url: string, address: string): LoadgenInputError {
  return new LoadgenInputError(
    'LAT_LOAD_NOT_LOOPBACK',
    `${url} is at ${address}, which is not this machine. Load against other machines needs allowRemote (--allow-remote), and the permission of whoever runs them.`,
  )
}

export function unsupportedUndici(version: string): LoadgenError {
  return new LoadgenError(
    'LAT_LOAD_UNDICI_VERSION',
    `undici ${version} is installed, but loadgen needs >=7.29.1 <8: 7.28.0 to 7.29.0 add about 1.1 ms to every request on a kept connection, 8 does not load on Node 20. Install undici@~7.30.2.`,
  )
}

export function unresolvedHost(url: string, cause: unknown): LoadgenError {
  return new LoadgenError('LAT_LOAD_UNRESOLVED', `${url}: its host name does not resolve. Check the spelling of the host.`, { cause })
}

export function cannotConnect(origin: string, address: string, reason: string): LoadgenError {
  return new LoadgenError('LAT_LOAD_CANNOT_CONNECT', `${origin} (${address}) did not take the connections opened before the first arrival: ${reason}. Nothing was sent.`)
}

export function startPassed(startAtEpochMs: number, lateMs: number): LoadgenError {
  return new LoadgenError(
    'LAT_LOAD_START_PASSED',
    `The cell was to start at ${new Date(startAtEpochMs).toISOString()}, but its connections were open ${Math.ceil(lateMs)} ms after that. Nothing was sent, because it would be out of step with the other generators; choose a later start.`,
  )
}

export function workerFailed(which: string, reason: string, cause?: unknown): LoadgenError {
  return new LoadgenError('LAT_LOAD_WORKER_FAILED', `The ${which} thread of the generator failed: ${reason}.`, cause === undefined ? undefined : { cause })
}

export function filesLost(cause: unknown): LoadgenError {
  return new LoadgenError('LAT_LOAD_WRITE', `The report stands, but its files could not be written: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause })
}

export function reportLost(cause: Error): LoadgenError {
  return new LoadgenError('LAT_LOAD_WRITE', `Standard output could not be written: ${cause.message}. The report is lost or incomplete; see to where it goes and run again.`, { cause })
}
