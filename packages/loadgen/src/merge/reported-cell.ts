import { z } from 'zod'

const counts = z.object({ scheduled: z.number(), ok: z.number(), failed: z.number(), dropped: z.number(), abandoned: z.number() })

/** The cell in which a generator had its part: what has to be alike before parts are put together. */
export const reportedCellSchema = z.object({
  name: z.string(),
  /** Of all generators together. */
  ratePerSecond: z.number().positive(),
  arrivals: z.enum(['constant', 'poisson']),
  seed: z.string(),
  assignment: z.enum(['cell', 'block', 'arrival']),
  arms: z.array(z.string()).min(1),
  warmupMs: z.number(),
  steadyStartMs: z.number(),
  steadyMs: z.number(),
  shard: z.object({ index: z.number().int().nonnegative(), count: z.number().int().positive() }),
  /** First arrival on the generator's own wall clock. */
  startedAtEpochMs: z.number(),
  /** Stopped before its end. */
  aborted: z.boolean(),
  generator: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]*$/),
  /** Its row file, beside the report; `null` when it wrote none. */
  rows: z.object({ file: z.string(), sha256: z.string() }).nullable(),
})

/** The parts of a report (`--json`) that a merge reads. */
export const mergedReportSchema = z.object({
  format: z.literal(1),
  pacing: z.string(),
  steady: counts,
  selfCheck: z.object({ verdict: z.enum(['clean', 'generator-limited', 'host-contended', 'unknown']), reasons: z.array(z.string()) }),
  cell: reportedCellSchema,
})

export type ReportedCell = z.infer<typeof reportedCellSchema>
