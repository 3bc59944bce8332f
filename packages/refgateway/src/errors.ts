export type RefGatewayErrorCode = 'LAT_RGW_CONFIG' | 'LAT_RGW_PORT_HELD' | 'LAT_RGW_LISTEN' | 'LAT_RGW_LOG'

/** The caller broke the contract of the gateway: a configuration that cannot be run. */
export class RefGatewayInputError extends Error {
  override readonly name = 'RefGatewayInputError'
  constructor(readonly code: RefGatewayErrorCode, message: string) {
    super(message)
  }
}

/** The gateway could not start although its configuration is sound. */
export class RefGatewayStartError extends Error {
  override readonly name = 'RefGatewayStartError'
  constructor(readonly code: RefGatewayErrorCode, message: string, options: { readonly cause: unknown }) {
    super(message, options)
  }
}

export function badConfig(faults: readonly string[]): RefGatewayInputError {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`
  return new RefGatewayInputError('LAT_RGW_CONFIG', `The gateway configuration has ${count}: ${faults.join('; ')}`)
}

export function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): RefGatewayStartError {
  if (cause.code === 'EADDRINUSE') {
    return new RefGatewayStartError('LAT_RGW_PORT_HELD', `Port ${port} on ${host} is held by another process. End it, or ask for a free port with port 0.`, { cause })
  }
  return new RefGatewayStartError('LAT_RGW_LISTEN', `Cannot listen on ${host}:${port} (${cause.code ?? cause.message}).`, { cause })
}

export function cannotLog(file: string, cause: unknown): RefGatewayStartError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new RefGatewayStartError('LAT_RGW_LOG', `Cannot open the log file ${file} for appending (${why}). Name a writable file, or none.`, { cause })
}
