import { z } from 'zod'

const tripleSchema = z.strictObject({ p50Ns: z.number(), p90Ns: z.number(), p99Ns: z.number() })

const intervalSchema = z.strictObject({ lowNs: z.number().nullable(), highNs: z.number().nullable(), level: z.number() })

const differenceSchema = z.strictObject({
  treatment: z.string(),
  baseline: z.string(),
  /** Rounds behind it. */
  count: z.int(),
  /** Quantiles of the differences inside rounds. */
  pairedNs: tripleSchema,
  /** Differences of the quantiles of the same rounds. */
  shiftNs: tripleSchema,
  /** Interval of `pairedNs.p50Ns` that these rounds allow. */
  overRounds: intervalSchema.nullable(),
  /** Interval of the mean of the runs' medians; `null` below 3 runs. */
  acrossRuns: intervalSchema.nullable(),
  standardErrorNs: z.number().nullable(),
  perRun: z.array(z.strictObject({ run: z.int(), p50Ns: z.number() })),
})

const twinControlSchema = z.strictObject({
  ...differenceSchema.shape,
  /** The difference of two instances of the same thing is at most 3 standard errors. */
  withinThreeErrors: z.boolean().nullable(),
  /** A difference below this is not told from none. */
  resolutionFloorNs: z.number().nullable(),
})

const plantedControlSchema = z.strictObject({
  treatment: z.string(),
  baseline: z.string(),
  rounds: z.int(),
  /** Median of the delays as the plant itself measured them. */
  recordedNs: z.number(),
  /** Median of planted minus transparent, inside rounds. */
  recoveredNs: z.number(),
  /** Median of transparent minus direct, inside rounds. */
  transparentNs: z.number(),
  recoveredWithinTwoPercent: z.boolean(),
  transparentBelowAFifth: z.boolean(),
})

const positionSchema = z.strictObject({
  /** Position in the round, from 0. */
  position: z.int(),
  effectNs: z.number(),
  /** How often the rarest and the most frequent target stood there. */
  fewestVisits: z.int(),
  mostVisits: z.int(),
  standardErrorNs: z.number().nullable(),
})

const separationSchema = z.strictObject({
  treatment: z.string(),
  baseline: z.string(),
  /** Median of the differences inside rounds. */
  p50Ns: z.number(),
  standardErrorNs: z.number().nullable(),
  pValue: z.number().nullable(),
  /** After Holm, over all pairs of the run. */
  adjustedP: z.number().nullable(),
  verdict: z.enum(['separated', 'not separated']),
  /** The difference is no larger than what the A/A control reads where there is nothing. */
  belowFloor: z.boolean(),
  /** Smallest difference that as many rounds find 4 times out of 5. */
  minimumDetectableNs: z.number().nullable(),
  /** Rounds of a new run that would separate this difference 4 times out of 5; `null` when separated or beyond reach. */
  roundsToSeparate: z.int().nullable(),
})

const budgetVerdictSchema = z.strictObject({
  treatment: z.string(),
  baseline: z.string(),
  /** p50: median of the differences inside rounds. p90, p99: difference of the quantiles. */
  quantity: z.enum(['p50', 'p90', 'p99']),
  limitNs: z.number(),
  estimateNs: z.number(),
  lowNs: z.number().nullable(),
  highNs: z.number().nullable(),
  level: z.number(),
  basis: z.enum(['across runs', 'over rounds']),
  verdict: z.enum(['within', 'outside', 'unresolved']),
})

const sequenceSchema = z.strictObject({
  /** Half width that was asked for. */
  untilNs: z.number(),
  level: z.number(),
  rounds: z.int(),
  roundsPerBlock: z.int(),
  reached: z.boolean(),
  targets: z.array(z.strictObject({ name: z.string(), lowNs: z.number().nullable(), highNs: z.number().nullable(), known: z.boolean() })),
})

const selfReportedSchema = z.strictObject({
  header: z.string(),
  /** As the gateway wrote them, one for each untimed request. */
  values: z.array(z.string()),
  /** `null` when they are not all numbers. */
  medianNs: z.number().nullable(),
})

/** What `gwbench run --json` prints, and what `result.json` of a run holds. Times are in ns unless a name says otherwise. */
export const resultSchema = z.strictObject({
  format: z.literal('lat-gwbench 1'),
  command: z.enum(['run', 'planted']),
  version: z.string(),
  startedAt: z.string(),
  conditions: z.strictObject({ cadence: z.string(), targetCount: z.int(), bodyBytes: z.int(), roundsPerRun: z.int(), warmupRounds: z.int(), seed: z.string(), maximumLoad: z.number() }),
  machine: z.strictObject({ hardwareTag: z.string(), cpuModel: z.string(), coreCount: z.int(), platform: z.string(), kernel: z.string(), nodeVersion: z.string() }),
  targets: z.array(
    z.strictObject({
      name: z.string(),
      url: z.string(),
      /** What the target uses of the machine, as far as anybody said. */
      parallelism: z.string().nullable(),
      /** Of the program this tool started; `null` for a target that was running already. */
      sha256: z.string().nullable(),
      hasKey: z.boolean(),
      latencyNs: tripleSchema,
      /** Timed requests that had to open a new connection. */
      reconnects: z.int(),
      /** What the gateway says about its own cost, never used as the measurement. */
      selfReported: z.array(selfReportedSchema),
    }),
  ),
  runs: z.array(z.strictObject({ run: z.int(), kept: z.boolean(), loadStart: z.number(), loadEnd: z.number().nullable(), rounds: z.int(), warmupRounds: z.int() })),
  /** Every target but `direct`, in the order given. */
  overhead: z.array(differenceSchema),
  controls: z.strictObject({ twin: twinControlSchema.nullable(), planted: plantedControlSchema.nullable() }),
  /** Every pair of targets, `direct` and controls left out. */
  separations: z.array(separationSchema),
  budgets: z.array(budgetVerdictSchema),
  /** What `--until` knew when it stopped. */
  sequence: sequenceSchema.nullable(),
  /** How often what gwbench starts was started afresh. */
  launches: z.int(),
  positions: z.array(positionSchema),
  /** Requests the upstream counted for each one sent; `null` for an upstream that does not count. */
  upstreamRequestsPerRequest: z.number().nullable(),
  notes: z.array(z.string()),
  /** Where the rounds are kept. */
  directory: z.string().nullable(),
})

export type GwbenchResult = z.infer<typeof resultSchema>
export type Difference = z.infer<typeof differenceSchema>
export type TwinControl = z.infer<typeof twinControlSchema>
export type PlantedControl = z.infer<typeof plantedControlSchema>
export type PositionEffect = z.infer<typeof positionSchema>
export type Separation = z.infer<typeof separationSchema>
export type BudgetVerdict = z.infer<typeof budgetVerdictSchema>
export type Sequence = z.infer<typeof sequenceSchema>
export type SelfReported = z.infer<typeof selfReportedSchema>
