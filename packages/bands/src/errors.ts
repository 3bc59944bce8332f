/** What a caller can branch on. */
export type BandsErrorCode =
  | 'LAT_BANDS_UNKNOWN_PROFILE'
  | 'LAT_BANDS_PROFILE_INVALID'
  | 'LAT_BANDS_CELLS_INVALID'
  | 'LAT_BANDS_REPEATED_CELL'
  | 'LAT_BANDS_NOT_A_COUNT'
  | 'LAT_BANDS_OUT_OF_RANGE'
  | 'LAT_BANDS_NO_CUT'

/** The caller handed over something that cannot be judged at all. A violated band is a result, never this. */
export class BandsInputError extends Error {
  override readonly name = 'BandsInputError'

  constructor(
    readonly code: BandsErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function unknownProfile(name: string, known: readonly string[]): BandsInputError {
  return new BandsInputError('LAT_BANDS_UNKNOWN_PROFILE', `There is no profile named "${name}". Known profiles: ${known.join(', ')}; or hand over a profile as JSON.`)
}

export function profileInvalid(source: string, faults: readonly string[], cause: unknown): BandsInputError {
  return new BandsInputError('LAT_BANDS_PROFILE_INVALID', `${source} is not a profile:\n${faults.map((fault) => `- ${fault}`).join('\n')}`, { cause })
}

export function cellsInvalid(faults: readonly string[], cause: unknown): BandsInputError {
  return new BandsInputError('LAT_BANDS_CELLS_INVALID', `The file of per-cell quantiles cannot be read:\n${faults.map((fault) => `- ${fault}`).join('\n')}`, { cause })
}

export function repeatedCell(first: string, second: string, repetition: number): BandsInputError {
  return new BandsInputError('LAT_BANDS_REPEATED_CELL', `Cells "${first}" and "${second}" are the same arm, payload and mode in repetition ${repetition}. A repetition joins exactly one cell of each arm: give one of them another repetition.`)
}

export function notACount(what: string, value: number): BandsInputError {
  return new BandsInputError('LAT_BANDS_NOT_A_COUNT', `${what} is ${value}; it has to be a whole number, 0 or more, small enough to be exact.`)
}

export function noCut(what: string): BandsInputError {
  return new BandsInputError('LAT_BANDS_NO_CUT', `Nothing to calibrate on: ${what}.`)
}

export function outOfRange(what: string, value: number, range: string): BandsInputError {
  return new BandsInputError('LAT_BANDS_OUT_OF_RANGE', `${what} is ${value}; it has to be ${range}.`)
}
