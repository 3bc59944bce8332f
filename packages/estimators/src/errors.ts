/** What a caller can branch on. Messages may improve; codes stay. */
export type EstimatorErrorCode =
  | 'LAT_EST_EMPTY'
  | 'LAT_EST_NOT_A_NUMBER'
  | 'LAT_EST_NOT_FINITE'
  | 'LAT_EST_NEGATIVE_DURATION'
  | 'LAT_EST_NOT_SORTED'
  | 'LAT_EST_BAD_QUANTILE'
  | 'LAT_EST_BAD_LEVEL'
  | 'LAT_EST_BAD_OPTION'
  | 'LAT_EST_BAD_RESAMPLES'
  | 'LAT_EST_SEED_REQUIRED'
  | 'LAT_EST_NO_PAIRS'
  | 'LAT_EST_REPEATED_KEY'
  | 'LAT_EST_UNPAIRED'
  | 'LAT_EST_TOO_FEW'
  | 'LAT_EST_UNRESOLVED'

export interface ErrorPlace {
  /** Name of the argument that is at fault. */
  readonly argument?: string
  /** Index of the first bad item in that argument. */
  readonly index?: number
}

/** The caller broke the contract of an estimator; `code` says how, `argument` and `index` where. */
export class EstimatorInputError extends Error {
  readonly code: EstimatorErrorCode
  readonly argument: string | null
  readonly index: number | null

  constructor(code: EstimatorErrorCode, message: string, place: ErrorPlace = {}) {
    super(message)
    this.name = 'EstimatorInputError'
    this.code = code
    this.argument = place.argument ?? null
    this.index = place.index ?? null
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return String(value)
}

export function emptySample(argument: string): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_EMPTY', `${argument} holds no values, and no values have no quantile. Check that the cell has successful rows.`, { argument })
}

export function notANumber(argument: string, index: number, value: unknown): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NOT_A_NUMBER', `${argument}[${index}] is ${show(value)}, not a number. Leave failed requests out and count them instead.`, { argument, index })
}

export function notFiniteValue(argument: string, index: number, value: number): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NOT_FINITE', `${argument}[${index}] is ${value}. A timeout is not a latency: leave it out and count it instead.`, { argument, index })
}

export function notFinite(key: string, baseline: number, treatment: number): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NOT_FINITE', `Pair ${show(key)} has no finite difference: treatment ${show(treatment)} minus baseline ${show(baseline)}.`, { argument: 'pairs' })
}

export function negativeDuration(argument: string, index: number, value: number): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NEGATIVE_DURATION', `${argument}[${index}] is ${value}, and a duration cannot be negative. Differences are read without kind: 'duration'.`, { argument, index })
}

export function notSorted(argument: string, index: number): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NOT_SORTED', `${argument}[${index}] is smaller than the value before it, but sorted: true was given.`, { argument, index })
}

export function badQuantile(q: unknown, argument = 'q', range = 'in [0, 1]'): EstimatorInputError {
  const hint = typeof q === 'number' && q > 1 && q <= 100 ? ` For P${q} write ${q / 100}.` : ''
  return new EstimatorInputError('LAT_EST_BAD_QUANTILE', `${argument} is ${show(q)}; a quantile lies ${range}.${hint}`, { argument })
}

export function badLevel(level: unknown): EstimatorInputError {
  const hint = typeof level === 'number' && level > 1 && level < 100 ? ` For ${level} % write ${level / 100}.` : ''
  return new EstimatorInputError('LAT_EST_BAD_LEVEL', `level is ${show(level)}; a confidence level lies between 0 and 1.${hint}`, { argument: 'level' })
}

export function badOption(argument: string, value: unknown, expected: string): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_BAD_OPTION', `${argument} is ${show(value)}; it must be ${expected}.`, { argument })
}

export function badResamples(value: unknown, least: number): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_BAD_RESAMPLES', `resamples is ${show(value)}; an interval at this level needs a whole number of at least ${least}.`, { argument: 'resamples' })
}

export function seedRequired(value: unknown, why: string): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_SEED_REQUIRED', `seed is ${show(value)}, but ${why}. Give a non-empty string that names what is estimated, such as seedKey(run, cell, metric, q).`, { argument: 'seed' })
}

export function noPairs(): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NO_PAIRS', 'A paired estimate needs at least one pair; it got none.', { argument: 'pairs' })
}

export function repeatedKey(key: string): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_REPEATED_KEY', `Pair key ${show(key)} appears twice; one key names one pair.`, { argument: 'pairs' })
}

export function unpaired(message: string): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_UNPAIRED', message, { argument: 'pairs' })
}

export function tooFew(argument: string, got: number, least: number, what: string): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_TOO_FEW', `${argument} has ${got} ${what}; at least ${least} are needed.`, { argument })
}

export function unresolved(argument: string, count: number, q: number, least: number): EstimatorInputError {
  const why = least === Infinity ? `no number of values bounds q = ${q} on both sides` : `q = ${q} needs at least ${least} at this level`
  return new EstimatorInputError('LAT_EST_UNRESOLVED', `${argument} has ${count} values; ${why} (strict: true).`, { argument })
}

export function unresolvedBeyond(argument: string, count: number, effective: number, q: number): EstimatorInputError {
  return new EstimatorInputError(
    'LAT_EST_UNRESOLVED',
    `${argument} has ${count} values, which depend on each other and say as much as ${Math.floor(effective)} independent ones: too few of those lie beyond q = ${q} to bound it (strict: true).`,
    { argument },
  )
}

export function tooFarApart(argument: string): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NOT_FINITE', `${argument} lie so far apart that their difference is no finite number. Use a larger unit.`, { argument })
}

export function pairNotANumber(key: string, side: string, value: unknown): EstimatorInputError {
  return new EstimatorInputError('LAT_EST_NOT_A_NUMBER', `${side} of pair ${show(key)} is ${show(value)}, not a number. Leave the pair out and count it instead.`, { argument: 'pairs' })
}
