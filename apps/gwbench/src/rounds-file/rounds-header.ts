import { z } from 'zod'

/** What the first line of a rounds file says: all that the lines below do not. */
export const roundsHeaderSchema = z.strictObject({
  cadence: z.string(),
  targetNames: z.array(z.string()).min(1),
  bodyBytes: z.int(),
  runs: z.array(z.strictObject({ number: z.int(), kept: z.boolean(), loadStart: z.number(), loadEnd: z.number().nullable() })).min(1),
})

export type RoundsHeader = z.infer<typeof roundsHeaderSchema>
