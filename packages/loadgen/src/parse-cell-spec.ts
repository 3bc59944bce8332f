import { z } from 'zod'
import type { ArmSpec, CellSpec } from './cell-spec.js'
import { badSpec } from './errors.js'

/** A cell spec with nothing left to default. */
export interface CheckedCellSpec extends Required<Omit<CellSpec, 'arms' | 'ca' | 'startAtEpochMs' | 'plantedBlock'>> {
  readonly arms: readonly (Required<Omit<ArmSpec, 'body'>> & { readonly body: Uint8Array | null })[]
  readonly ca: string | null
  readonly startAtEpochMs: number | null
  readonly plantedBlock: CellSpec['plantedBlock'] | null
}

/** Bytes of marks per arrival, see `columns`. */
const BYTES_PER_ROW = 77
const LARGEST_ROW_COUNT = 50_000_000

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const printable = /^[\t\x20-\x7e\x80-\xff]*$/
/** Written by the generator itself, or changing what a connection is. */
const ownedHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'expect', 'accept-encoding', 'te', 'trailer'])

const positive = z.number().finite().positive('must be above 0')

const armSchema = z.strictObject({
  name: z.string().min(1),
  url: z.string().superRefine((text, context) => {
    const fault = urlFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  }),
  method: z.string().regex(token, 'is not an HTTP method').default('POST'),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()])).default({}),
  body: z.union([z.string(), z.instanceof(Uint8Array)]).optional(),
  expect: z.enum(['json', 'sse', 'any']).default('any'),
})

const cellSchema = z.strictObject({
  name: z.string().min(1),
  arms: z.array(armSchema).min(1).max(255),
  assignment: z.enum(['cell', 'block', 'arrival']),
  blockMs: positive.default(250),
  seed: z.string().min(1),
  ratePerSecond: positive.max(100_000),
  warmupMs: z.number().finite().nonnegative(),
  steadyStartMs: z.number().finite().nonnegative(),
  steadyMs: positive,
  slots: z.number().int().min(1, 'must be at least 1').max(10_000).default(40),
  slotOrder: z.enum(['fifo', 'lifo']).default('fifo'),
  arrivals: z.enum(['constant', 'poisson']).default('constant'),
  pacing: z.enum(['worker', 'spin', 'timeout']).default('worker'),
  requestTimeoutMs: positive.default(30_000),
  graceMs: z.number().finite().nonnegative().default(10_000),
  transport: z.enum(['undici', 'raw']).default('undici'),
  shard: z.strictObject({ index: z.number().int().min(0), count: z.number().int().min(1, 'counts from 1').max(10_000) }).default({ index: 0, count: 1 }),
  startAtEpochMs: z.number().finite().nonnegative().optional(),
  chunkTimes: z.number().int().min(0).max(LARGEST_ROW_COUNT).default(0),
  canary: z.boolean().default(true),
  plantedBlock: z.strictObject({ blockMs: positive, everyMs: positive }).optional(),
  ca: z.string().optional(),
  allowRemote: z.boolean().default(false),
})

/** Text such as `localhost:8080/`, which is a URL of the scheme "localhost" to a parser and a host to its writer. */
function lacksScheme(text: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(`http://${text}`)
}

function urlFault(text: string): string | null {
  if (lacksScheme(text) && !/^https?:/i.test(text)) return `"${text}" has no scheme; add http:// in front of it`
  if (!URL.canParse(text)) return `"${text}" is not a URL`
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `"${text}" is neither http nor https`
  if (url.username !== '' || url.password !== '') return 'a URL with a user name or password is refused; send a header'
  return null
}

function armFaults(arm: z.infer<typeof armSchema>, cell: z.infer<typeof cellSchema>): string[] {
  const faults: string[] = []
  const say = (fault: string): void => void faults.push(`arm "${arm.name}" ${fault}`)
  const method = arm.method.toUpperCase()
  if (method === 'HEAD' || method === 'CONNECT') say(`uses ${method}, whose connections cannot be kept`)
  if (method === 'GET' && arm.body !== undefined && arm.body.length > 0) say('sends a body with GET')
  const secure = new URL(arm.url).protocol === 'https:'
  if (secure && cell.ca === undefined && !cell.allowRemote) say('is https on this machine, which no public authority certifies: give the certificates to trust (ca, --ca FILE)')
  if (secure && cell.transport === 'raw') say('is https, which the raw transport does not speak')
  for (const [name, value] of Object.entries(arm.headers)) {
    if (!token.test(name)) say(`has the header name ${JSON.stringify(name)}, which is not a token`)
    else if (ownedHeaders.has(name.toLowerCase())) say(`sets ${name}, which the generator sets itself`)
    if (name.toLowerCase() === 'host' && Array.isArray(value)) say(`sends ${name} more than once`)
    if (!printable.test([value].flat().join(''))) say(`has a line break or control character in the value of ${name}`)
  }
  return faults
}

/**
 * Checks a cell spec whole and fills in its defaults.
 *
 * @param nameOf what the caller calls a field, given its path; default: the path
 * @throws {LoadgenInputError} `LAT_LOAD_BAD_SPEC` naming every fault at once
 */
export function parseCellSpec(spec: CellSpec, nameOf: (path: readonly PropertyKey[]) => string = (path) => path.join('.')): CheckedCellSpec {
  const parsed = cellSchema.safeParse(spec)
  if (!parsed.success) {
    throw badSpec(parsed.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${nameOf(path)}: ${message}`)))
  }
  const cell = parsed.data
  const faults = cell.arms.flatMap((arm) => armFaults(arm, cell))
  const names = cell.arms.map(({ name }) => name)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) faults.push(`two arms are named "${name}"`)
  if (cell.assignment === 'cell' && cell.arms.length > 1) faults.push(`assignment "cell" takes one arm, it got ${cell.arms.length}; use "arrival" or "block"`)
  if (cell.steadyStartMs < cell.warmupMs) faults.push(`the steady phase starts at ${cell.steadyStartMs} ms, inside the warm-up of ${cell.warmupMs} ms`)
  if (cell.shard.index >= cell.shard.count) faults.push(`shard ${cell.shard.index}/${cell.shard.count} does not exist: shards count from 0`)
  const rowCount = (cell.ratePerSecond * (cell.warmupMs + cell.steadyMs)) / 1000
  if (rowCount > LARGEST_ROW_COUNT) faults.push(`${Math.ceil(rowCount)} arrivals would need ${Math.ceil((rowCount * BYTES_PER_ROW) / 1e6)} MB of marks; the limit is ${LARGEST_ROW_COUNT} arrivals`)
  if (faults.length > 0) throw badSpec(faults)
  return {
    ...cell,
    ca: cell.ca ?? null,
    startAtEpochMs: cell.startAtEpochMs ?? null,
    plantedBlock: cell.plantedBlock ?? null,
    arms: cell.arms.map((arm) => ({ ...arm, method: arm.method.toUpperCase(), body: bytesOf(arm.body) })),
  }
}

function bytesOf(body: string | Uint8Array | undefined): Uint8Array | null {
  if (body === undefined || body.length === 0) return null
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}
