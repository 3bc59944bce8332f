export type RenderErrorCode =
  | 'LAT_RND_NO_ROWS'
  | 'LAT_RND_INCOMPLETE_ROW'
  | 'LAT_RND_UNEQUAL_CELLS'
  | 'LAT_RND_REVERSED_INTERVAL'
  | 'LAT_RND_NOT_FINITE'
  | 'LAT_RND_LOG_DOMAIN'
  | 'LAT_RND_MARKERS'
  | 'LAT_RND_PNG'

/** What was handed over cannot be shown honestly. Callers branch on `code`. */
export class RenderInputError extends Error {
  override readonly name = 'RenderInputError'
  constructor(
    readonly code: RenderErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options)
  }
}

export function noRows(what: string): RenderInputError {
  return new RenderInputError('LAT_RND_NO_ROWS', `${what} has no rows to show. Give it at least one, or leave it out.`)
}

export function incompleteRow(table: string, row: number, missing: readonly string[]): RenderInputError {
  return new RenderInputError(
    'LAT_RND_INCOMPLETE_ROW',
    `Row ${row} of "${table}" lacks ${missing.join(', ')}. A latency is printed only with its payload, rate, n, estimator and run.`,
  )
}

export function unequalCells(what: string, found: string): RenderInputError {
  return new RenderInputError(
    'LAT_RND_UNEQUAL_CELLS',
    `${what} compares cells that differ in rate or payload (${found}). A shift between two operating points means nothing: compare cells of one rate and one payload.`,
  )
}

export function reversedInterval(lowNs: number, highNs: number): RenderInputError {
  return new RenderInputError('LAT_RND_REVERSED_INTERVAL', `An interval runs from ${lowNs} ns down to ${highNs} ns. Its low end must not exceed its high end.`)
}

export function notFinite(what: string, value: number): RenderInputError {
  return new RenderInputError('LAT_RND_NOT_FINITE', `${what} is ${value}. Only finite numbers are shown; a missing reading is null.`)
}

export function logDomain(value: number): RenderInputError {
  return new RenderInputError('LAT_RND_LOG_DOMAIN', `A logarithmic axis cannot show ${value}. Use a linear axis for values that may be zero or negative.`)
}

export function markers(name: string, fault: string): RenderInputError {
  return new RenderInputError('LAT_RND_MARKERS', `The text ${fault} for "${name}". It needs "<!-- ${name}:begin -->" and, after it, "<!-- ${name}:end -->", once each.`)
}
