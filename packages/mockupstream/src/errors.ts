export type MockUpstreamErrorCode =
  | 'LAT_MOCK_BAD_OPTIONS'
  | 'LAT_MOCK_NOT_LOOPBACK'
  | 'LAT_MOCK_PORT_HELD'
  | 'LAT_MOCK_LISTEN'
  | 'LAT_MOCK_FIXTURE'
  | 'LAT_MOCK_DIGEST'
  | 'LAT_MOCK_WARM_UP'
  | 'LAT_MOCK_RECORD'
  | 'LAT_MOCK_FAULT_SPEC'
  | 'LAT_MOCK_BRIDGE'

/** A caller's mistake (`BAD_OPTIONS`, `NOT_LOOPBACK`) or a failure to start that names the path or port. */
export class MockUpstreamInputError extends Error {
  readonly code: MockUpstreamErrorCode

  constructor(code: MockUpstreamErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'MockUpstreamInputError'
    this.code = code
  }
}

export function badOptions(faults: readonly string[]): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_BAD_OPTIONS', faults.join('\n'))
}

export function notLoopback(host: string, reason: string): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_NOT_LOOPBACK', `Refusing to listen on "${host}": ${reason}. Use 127.0.0.1 or ::1.`)
}

export function listenFailed(host: string, port: number, cause: unknown): MockUpstreamInputError {
  const code = systemCode(cause)
  if (code === 'EADDRINUSE') return new MockUpstreamInputError('LAT_MOCK_PORT_HELD', `Port ${port} on ${host} is held by another process. Stop that process, or choose another port (0 takes any free one).`, cause)
  return new MockUpstreamInputError('LAT_MOCK_LISTEN', `Cannot listen on port ${port} of ${host} (${code}).`, cause)
}

/** `EADDRINUSE`, `ENOENT` and the like. */
export function systemCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
}

export function fixtureFault(path: string, reason: string, cause?: unknown): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_FIXTURE', `Fixture ${path} ${reason}.`, cause)
}

export function digestMismatch(directory: string, expected: string, found: string): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_DIGEST', `Fixtures in ${directory} have the digest ${found}, not the expected ${expected}. Restore the files, or run with the digest that "check" prints.`)
}

export function warmUpFailed(reason: string, cause?: unknown): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_WARM_UP', `The warm-up over loopback did not finish: ${reason}.`, cause)
}

export function recordFault(path: string, reason: string, cause?: unknown): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_RECORD', `Record file ${path} ${reason}.`, cause)
}

export function faultSpecRefused(spec: string, reason: string): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_FAULT_SPEC', `Fault "${spec}": ${reason}.`)
}

export function bridgeFault(reason: string): MockUpstreamInputError {
  return new MockUpstreamInputError('LAT_MOCK_BRIDGE', `Cannot listen on a container bridge: ${reason}.`)
}
