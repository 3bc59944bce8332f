import { z } from 'zod'

/**
 * `analysis.json`: everything that is computed from the row files of a run, once. Bands judge it and
 * render draws it; neither asks a row again. All times are nanoseconds (`Ns`), rates are per second.
 */

/** Readings of one series in one cell, over its `ok` rows only. `null` where too few rows resolve the quantile. */
export const quantileSetSchema = z.strictObject({
  p50Ns: z.number().nullable(),
  p90Ns: z.number().nullable(),
  p99Ns: z.number().nullable(),
  p999Ns: z.number().nullable(),
})

export const armSchema = z.enum(['direct', 'passthrough', 'enforce', 'controla', 'controlb'])

export const analysedCellSchema = z.strictObject({
  name: z.string(),
  arm: armSchema,
  payloadBytes: z.number().int().positive(),
  stream: z.boolean(),
  /** Join key inside one pairing; `null` for cells outside every pairing (canaries, direct payload cells). */
  repetition: z.number().int().positive().nullable(),
  canary: z.enum(['open', 'close']).nullable(),
  /** Place of the cell in the run, from 1. */
  order: z.number().int().positive(),
  ratePerSecond: z.number().positive(),
  steadySeconds: z.number().positive(),
  counts: z.strictObject({
    /** Arrivals the steady phase demanded: rate x steady seconds. */
    demanded: z.number().int().nonnegative(),
    ok: z.number().int().nonnegative(),
    failed: z.number().int().nonnegative(),
    dropped: z.number().int().nonnegative(),
    abandoned: z.number().int().nonnegative(),
    warmupDropped: z.number().int().nonnegative(),
    /** Rows in the row file. */
    rows: z.number().int().nonnegative(),
    /** The generator's own count of steady arrivals, kept apart from the row file. */
    generator: z.number().int().nonnegative(),
  }),
  /** Number of failed rows by failure code. */
  failures: z.record(z.string(), z.number().int().positive()),
  achievedRatePerSecond: z.number().nonnegative(),
  duration: quantileSetSchema,
  waiting: quantileSetSchema,
  response: quantileSetSchema,
  lateness: quantileSetSchema,
  /** First event of a stream, from request written; all `null` for non-streaming cells. */
  firstEvent: quantileSetSchema,
  /** The host was confirmed busy around this cell; its repetition leaves every median. */
  contended: z.boolean(),
  /** CPU of the subject's process tree over the steady window; `null` for direct cells or where unreadable. */
  subjectCpu: z
    .strictObject({ cpuSeconds: z.number().nonnegative(), cpuMsPerRequest: z.number().nonnegative(), coresBusy: z.number().nonnegative() })
    .nullable(),
  /** sha256 of the uncompressed row file, hex; `null` when the quantiles came without rows. */
  rowsSha256: z.string().nullable(),
})

/** An interval always says what was resampled; an unbounded end is `null`. */
export const intervalSchema = z.strictObject({
  lowNs: z.number().nullable(),
  highNs: z.number().nullable(),
  /** True confidence level, in (0, 1). */
  level: z.number(),
  /** Such as `percentile-bootstrap-exact`, `percentile-bootstrap-seeded`, `student-t`, `sign-order-statistic`. */
  method: z.string(),
  resampled: z.enum(['withinCells', 'acrossRepetitions']),
  /** Centre the interval belongs to: the t interval is for the mean, the point of the table is a median. */
  centreNs: z.number(),
})

export const seriesSchema = z.enum(['duration', 'waiting', 'response'])

/** Treatment minus baseline at one quantile. */
export const shiftSchema = z.strictObject({
  /**
   * `group`: Q of the treatment group minus Q of the direct group (group = median across its cells).
   * `paired`: median over repetitions of the repetition-matched difference.
   */
  kind: z.enum(['group', 'paired']),
  treatment: armSchema,
  baseline: armSchema,
  payloadBytes: z.number().int().positive(),
  stream: z.boolean(),
  ratePerSecond: z.number().positive(),
  series: seriesSchema,
  /** Quantile in [0, 1]. */
  q: z.number(),
  /** `null` where a cell cannot resolve the quantile. */
  shiftNs: z.number().nullable(),
  treatmentNs: z.number().nullable(),
  baselineNs: z.number().nullable(),
  /** Empty for group shifts. Contended repetitions are listed and marked, and left out of `shiftNs`. */
  perRepetition: z.array(
    z.strictObject({ repetition: z.number().int(), baselineNs: z.number(), treatmentNs: z.number(), deltaNs: z.number(), contended: z.boolean() }),
  ),
  /** Largest delta minus smallest; `null` for fewer than two repetitions. */
  spreadNs: z.number().nullable(),
  withinCells: intervalSchema.nullable(),
  acrossRepetitionsT: intervalSchema.nullable(),
  acrossRepetitionsDistributionFree: intervalSchema.nullable(),
  /** Stable kebab-case remarks such as `one-repetition`, `too-few-repetitions`, `unresolved-tail`. */
  flags: z.array(z.string()),
})

/** One drawn distribution: the cell of its group with the lower-median P99. */
export const curveSchema = z.strictObject({
  cell: z.string(),
  arm: armSchema,
  payloadBytes: z.number().int().positive(),
  stream: z.boolean(),
  ratePerSecond: z.number().positive(),
  series: z.enum(['duration', 'waiting', 'firstEvent']),
  /** Rows behind the curve. */
  count: z.number().int(),
  points: z.array(z.strictObject({ q: z.number(), valueNs: z.number() })),
  /** Group quantiles with their withinCells interval, drawn as markers. */
  markers: z.array(z.strictObject({ q: z.number(), valueNs: z.number(), lowNs: z.number().nullable(), highNs: z.number().nullable() })),
})

/** Cost of one component measured by this run's own micro-benchmark. */
export const microbenchSchema = z.strictObject({
  component: z.string(),
  payloadBytes: z.number().int().nonnegative(),
  medianNs: z.number().nonnegative(),
  /** Whether the cost is part of the enforce - passthrough shift or paid by both arms. */
  insideShift: z.boolean(),
})

export const analysisSchema = z.strictObject({
  format: z.literal(1),
  run: z.strictObject({
    name: z.string(),
    mode: z.enum(['smoke', 'quick', 'evidence']),
    /** Anything but an evidence run carries ESTIMATE in every output. */
    estimate: z.boolean(),
    subject: z.string(),
    profile: z.string(),
    design: z.string(),
    seed: z.string(),
    plannedRepetitions: z.number().int().positive(),
    plannedStreamRepetitions: z.number().int().positive(),
  }),
  cells: z.array(analysedCellSchema),
  shifts: z.array(shiftSchema),
  curves: z.array(curveSchema),
  microbench: z.array(microbenchSchema),
  /** Identity of every process as it was checked, such as the subject's version stamp. */
  identity: z.array(z.strictObject({ name: z.string(), expected: z.string(), reported: z.string() })),
  /** Host readings around each cell, in run order; `null` idle is an unreadable sensor, unless the host has none. */
  readings: z.array(
    z.strictObject({ cell: z.string(), phase: z.enum(['before', 'after']), idlePercent: z.number().nullable(), belowFloor: z.boolean(), idleUnsupported: z.literal(true).optional() }),
  ),
})

export type QuantileSet = z.infer<typeof quantileSetSchema>
export type Arm = z.infer<typeof armSchema>
export type AnalysedCell = z.infer<typeof analysedCellSchema>
export type AnalysisInterval = z.infer<typeof intervalSchema>
export type Series = z.infer<typeof seriesSchema>
export type Shift = z.infer<typeof shiftSchema>
export type Curve = z.infer<typeof curveSchema>
export type Microbench = z.infer<typeof microbenchSchema>
export type Analysis = z.infer<typeof analysisSchema>
