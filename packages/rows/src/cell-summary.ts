import { z } from 'zod'
import { armSchema } from './analysis.js'

const whole = z.number().int().nonnegative()

const countsSchema = z.strictObject({ scheduled: whole, ok: whole, failed: whole, dropped: whole, abandoned: whole })

/** What a sensor of the host said; every reading is `null` where there is none or it cannot be read. */
const hostReadingSchema = z.strictObject({
  at: z.iso.datetime(),
  idlePercent: z.number().min(0).max(100).nullable(),
  /** This host has no idle counters, which is something else than one that cannot be read. */
  idleUnsupported: z.literal(true).optional(),
  /** Every sample behind `idlePercent`: one, or three where the first was below the floor. */
  idleSamplesPercent: z.array(z.number().min(0).max(100)),
  lowestCoreIdlePercent: z.number().min(0).max(100).nullable(),
  stealPercent: z.number().min(0).max(100).nullable(),
  loadAverages: z.tuple([z.number().nonnegative(), z.number().nonnegative(), z.number().nonnegative()]).nullable(),
  timeWait: whole.nullable(),
  powerSource: z.string().nullable(),
  thermal: z.string().nullable(),
  /** How long the cell waited for ports in TIME_WAIT to be given back. */
  waitedMs: whole,
  /** Why there is no idle reading, or what to keep in mind with it. */
  note: z.string().nullable(),
})

/** `<cell>.json`: all that is known about one cell beside its rows. */
export const cellSummarySchema = z.strictObject({
  format: z.literal(1),
  name: z.string(),
  /** Place of the cell in the run, from 1. */
  order: z.number().int().positive(),
  spec: z.strictObject({
    arm: armSchema,
    /** Arms in the row file; more than one only where arms are interleaved. */
    arms: z.array(z.string()).min(1),
    assignment: z.enum(['cell', 'block', 'arrival']),
    payloadBytes: z.number().int().positive(),
    stream: z.boolean(),
    ratePerSecond: z.number().positive(),
    warmupMs: whole,
    steadyStartMs: whole,
    steadyMs: z.number().int().positive(),
    slots: z.number().int().positive(),
    arrivals: z.enum(['constant', 'poisson']),
    pacing: z.enum(['worker', 'spin', 'timeout']),
    seed: z.string(),
  }),
  warmup: countsSchema,
  steady: countsSchema,
  /** Number of failed steady rows by failure code. */
  failures: z.record(z.string(), z.number().int().positive()),
  /** How late the generator dispatched, over the steady rows it dispatched. */
  lateness: z.strictObject({ p50Ns: z.number(), p99Ns: z.number(), maxNs: z.number() }).nullable(),
  reconnects: whole,
  /** Most requests sent within any 10 ms. */
  worstTenMsSends: whole,
  eventLoopDelayP99Ns: z.number().nonnegative().nullable(),
  generatorCpuSeconds: z.number().nonnegative().nullable(),
  undiciVersion: z.string(),
  startedAt: z.iso.datetime(),
  /** Wall clock minus monotonic clock over the cell: a jump is a suspend or a clock change. */
  wallDriftMs: z.number().nullable(),
  rows: z.strictObject({ file: z.string(), count: whole, bytes: whole, sha256: z.string().regex(/^[0-9a-f]{64}$/) }).nullable(),
  /** Process tree of the subject over the steady window; `null` for direct cells. */
  subject: z
    .strictObject({ cpuSeconds: z.number().nonnegative().nullable(), rssBytes: whole.nullable(), processes: whole.nullable() })
    .nullable(),
  host: z.strictObject({ before: hostReadingSchema.nullable(), after: hostReadingSchema.nullable() }),
  /** The host was confirmed busy before or after the cell. */
  contended: z.boolean(),
  identity: z.array(z.strictObject({ name: z.string(), expected: z.string(), reported: z.string() })),
})

export type CellSummary = z.infer<typeof cellSummarySchema>
