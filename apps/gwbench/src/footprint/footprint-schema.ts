import { z } from 'zod'

const spread = z.strictObject({ lowest: z.number(), median: z.number(), highest: z.number() })

/** What `gwbench footprint --json` prints. */
export const footprintSchema = z.strictObject({
  format: z.literal('lat-gwbench-footprint 1'),
  version: z.string(),
  startedAt: z.string(),
  starts: z.int(),
  users: z.int(),
  loadSeconds: z.number(),
  machine: z.strictObject({ hardwareTag: z.string(), cpuModel: z.string(), coreCount: z.int(), platform: z.string(), kernel: z.string(), nodeVersion: z.string() }),
  subjects: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string().nullable(),
      /** Program file, or the script when the program is only its interpreter. */
      file: z.string(),
      sha256: z.string(),
      /** Of the program file, or of the whole package directory of a script, dependencies beside it left out. */
      sizeBytes: z.int(),
      sizeOf: z.enum(['file', 'package']),
      processes: z.int(),
      /** From the spawn to the first answer of its ready address. */
      readyMs: spread,
      /** Of the process tree, once it no longer changes by more than 1 % in 2 s; pages that two processes share count twice. */
      idleRssBytes: spread,
      /** Highest seen while users sent requests one after the other. */
      loadedRssBytes: spread,
      /** Processor time of the tree per second under that load. */
      cpuSecondsPerSecond: spread,
      requestsPerSecond: spread,
    }),
  ),
})

export type Footprint = z.infer<typeof footprintSchema>
export type Spread = z.infer<typeof spread>
