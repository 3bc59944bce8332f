import { z } from 'zod'

const idleReading = z.object({
  cell: z.string(),
  /** Readings taken at other times, such as at startup, judge no cell. */
  phase: z.string(),
  cpuIdlePct: z.number().nullable(),
  idleFloorPct: z.number(),
  breach: z.boolean().nullish(),
})

const quantileCell = z.object({
  name: z.string(),
  role: z.enum(['direct', 'passthrough', 'enforce', 'controla', 'controlb']),
  stream: z.boolean(),
  promptBytes: z.number().int().positive(),
  repetition: z.number().int().positive().nullish(),
  canary: z.enum(['open', 'close']).nullish(),
  order: z.number().int().positive(),
  rows: z.number().int().nonnegative(),
  p50Ms: z.number().nullable(),
  p90Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  p999Ms: z.number().nullable(),
  waitingP50Ms: z.number().nullish(),
  waitingP99Ms: z.number().nullish(),
  demandedRps: z.number().positive(),
  achievedRps: z.number().nonnegative(),
  demandedSteady: z.number().int().positive(),
  droppedSteady: z.number().int().nonnegative(),
  droppedWarmup: z.number().int().nonnegative(),
  failedSteady: z.number().int().nonnegative(),
  cpuSeconds: z.number().nonnegative().nullish(),
  cpuMsPerRequest: z.number().nonnegative().nullish(),
  cores: z.number().nonnegative().nullish(),
})

/** Keys of the MANIFEST the verdict depends on; it holds many more. */
const manifest = z.object({
  run_mode: z.enum(['smoke', 'quick', 'evidence']),
  repetitions: z.string().regex(/^[1-9][0-9]*$/),
  stream_repetitions: z.string().regex(/^[1-9][0-9]*$/),
  levee_git_sha: z.string().nullish(),
  levee_version_stamp: z.string().nullish(),
})

/**
 * Per-cell quantiles of a run whose rows are not at hand, in the layout levee's evidence was published
 * in. Only these three parts are read; whatever else the file holds, its own verdict included, is not.
 */
export const cellQuantilesSchema = z.object({
  run: z.string().optional(),
  manifest,
  cells: z.array(quantileCell).min(1),
  machineState: z.array(idleReading),
})

export type CellQuantiles = z.infer<typeof cellQuantilesSchema>
