import { z } from 'zod'

const quantiles = z.strictObject({ p50Ns: z.number(), p90Ns: z.number(), p95Ns: z.number(), p99Ns: z.number() })

const armSchema = z.strictObject({
  name: z.string(),
  url: z.string(),
  sha256: z.string().nullable(),
  parallelism: z.string().nullable(),
  scheduled: z.int(),
  ok: z.int(),
  failed: z.int(),
  dropped: z.int(),
  abandoned: z.int(),
  failures: z.record(z.string(), z.int()),
  okPerSecond: z.number(),
  /** Connection acquired to last byte (k6 `http_req_duration`), over ok answers; `null` without one. */
  durationNs: quantiles.nullable(),
  /** Request written to first byte (k6 `http_req_waiting`). */
  firstByteNs: quantiles.nullable(),
  /** Of the process tree while it was under load; `null` for a target this tool did not start. */
  usage: z.strictObject({ highestRssBytes: z.number(), medianRssBytes: z.number(), cpuSecondsPerSecond: z.number(), processes: z.int(), samples: z.int() }).nullable(),
  /** Whether generator and host could keep up, and why not. */
  generator: z.strictObject({ verdict: z.enum(['clean', 'generator-limited', 'host-contended', 'unknown']), reasons: z.array(z.string()) }),
})

/** What `gwbench load --json` prints. */
export const loadSchema = z.strictObject({
  format: z.literal('lat-gwbench-load 1'),
  version: z.string(),
  startedAt: z.string(),
  model: z.enum(['closed', 'open']),
  /** Arms in turn, or drawn anew for every arrival. */
  order: z.enum(['sequential', 'interleaved']),
  users: z.int().nullable(),
  ratePerSecond: z.number().nullable(),
  warmupMs: z.number(),
  steadyMs: z.number(),
  seed: z.string(),
  loadStart: z.number(),
  machine: z.strictObject({ hardwareTag: z.string(), cpuModel: z.string(), coreCount: z.int(), platform: z.string(), kernel: z.string(), nodeVersion: z.string() }),
  /** `direct` first. */
  arms: z.array(armSchema),
  /** Whether the direct path was slow enough itself that a difference to it means nothing. */
  baseline: z.strictObject({ bottleneck: z.boolean(), reasons: z.array(z.string()) }),
  directory: z.string().nullable(),
})

export type LoadResult = z.infer<typeof loadSchema>
export type LoadArm = z.infer<typeof armSchema>
