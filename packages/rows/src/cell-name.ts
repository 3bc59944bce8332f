import { armSchema, type Arm } from './analysis.js'
import { RowsInputError } from './errors.js'

/** What the name of a cell says. */
export interface CellParts {
  readonly arm: Arm
  readonly payloadBytes: number
  readonly stream: boolean
  /** Join key inside one pairing; `null` outside of every pairing. */
  readonly repetition: number | null
  /** The direct cell at the start or the end of a run, against which drift is seen. */
  readonly canary: 'open' | 'close' | null
}

const NAME = /^(?:direct-canary-(?<canary>open|close)-nonstream-(?<canaryBytes>[1-9]\d*)|direct-payload-(?<directBytes>[1-9]\d*)|(?<arm>[a-z]+)-(?<mode>nonstream|stream)-(?<bytes>[1-9]\d*)(?:-r(?<repetition>[1-9]\d*))?)$/

function unnameable(parts: CellParts): string | null {
  const { arm, payloadBytes, stream, repetition, canary } = parts
  if (!(Number.isSafeInteger(payloadBytes) && payloadBytes > 0)) return `payload of ${payloadBytes} bytes is not a whole number above 0`
  if (repetition !== null && !(Number.isSafeInteger(repetition) && repetition > 0)) return `repetition ${repetition} is not a whole number above 0`
  if (canary !== null && (arm !== 'direct' || stream || repetition !== null)) return 'a canary is a direct, non-streaming cell without repetition'
  if (canary === null && arm === 'direct' && !stream && repetition !== null) return 'a direct, non-streaming cell has no repetition'
  return null
}

/**
 * Name of a cell, and of its files.
 *
 * @throws {RowsInputError} on parts that no cell of the matrix has
 * @example cellName({ arm: 'enforce', payloadBytes: 4096, stream: false, repetition: 2, canary: null }) // 'enforce-nonstream-4096-r2'
 */
export function cellName(parts: CellParts): string {
  const fault = unnameable(parts)
  if (fault !== null) throw new RowsInputError('LAT_ROWS_CELL_NAME', `No cell name for ${JSON.stringify(parts)}: ${fault}`)
  const { arm, payloadBytes, stream, repetition, canary } = parts
  if (canary !== null) return `direct-canary-${canary}-nonstream-${payloadBytes}`
  if (arm === 'direct' && !stream) return `direct-payload-${payloadBytes}`
  return `${arm}-${stream ? 'stream' : 'nonstream'}-${payloadBytes}${repetition === null ? '' : `-r${repetition}`}`
}

/**
 * What a cell name says: the exact inverse of `cellName`.
 *
 * @throws {RowsInputError} on any other text
 * @example parseCellName('direct-payload-4096').arm // 'direct'
 */
export function parseCellName(name: string): CellParts {
  const groups = NAME.exec(name)?.groups
  const arm = armSchema.safeParse(groups?.['arm'] ?? 'direct')
  if (groups === undefined || !arm.success) {
    throw new RowsInputError('LAT_ROWS_CELL_NAME', `"${name}" is not a cell name such as enforce-nonstream-4096-r2, direct-payload-4096 or direct-canary-open-nonstream-150`)
  }
  const parts: CellParts = {
    arm: arm.data,
    payloadBytes: Number(groups['canaryBytes'] ?? groups['directBytes'] ?? groups['bytes']),
    stream: groups['mode'] === 'stream',
    repetition: groups['repetition'] === undefined ? null : Number(groups['repetition']),
    canary: (groups['canary'] as 'open' | 'close' | undefined) ?? null,
  }
  // One cell has one name: "direct-nonstream-150" would be a second one for direct-payload-150.
  if (cellName(parts) !== name) throw new RowsInputError('LAT_ROWS_CELL_NAME', `"${name}" is not how that cell is named: ${cellName(parts)}`)
  return parts
}
