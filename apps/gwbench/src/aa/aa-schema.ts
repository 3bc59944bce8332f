import { z } from 'zod'

/** What `gwbench aa --json` prints. */
export const aaSchema = z.strictObject({
  name: z.literal('aa'),
  /** Kept runs, each judged on its own. */
  runs: z.int(),
  /** Runs whose interval holds 0. */
  spanning: z.int(),
  needed: z.int(),
  /** Mean of the runs' medians, and its standard error. */
  meanNs: z.number(),
  standardErrorNs: z.number().nullable(),
  roundsPerRun: z.int(),
  ok: z.boolean(),
  cadence: z.string(),
  /** Pause before each round. */
  roundGapMs: z.number(),
  directory: z.string(),
})
