import { z } from 'zod'

/** What `gwbench planted --json` prints. */
export const plantedLineSchema = z.strictObject({
  name: z.literal('planted'),
  recordedUs: z.number(),
  recoveredUs: z.number(),
  transparentUs: z.number(),
  aaUs: z.number(),
  aaSeUs: z.number().nullable(),
  recoveredToRecorded: z.number(),
  rounds: z.int(),
  runs: z.int(),
  cadence: z.string(),
  targets: z.int(),
  loadStart: z.number(),
  loadEnd: z.number().nullable(),
  ok: z.boolean(),
  directory: z.string().nullable(),
})
