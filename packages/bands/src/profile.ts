import { z } from 'zod'
import { provenanceSchema } from './provenance.js'

const milliseconds = z.number()
const windowMs = z.tuple([milliseconds, milliseconds]).refine(([low, high]) => low < high, 'a window runs from a smaller to a larger number')
const basisPoints = z.number().int().min(0).max(10_000)
const payloadBytes = z.number().int().positive()

/** `instrument` bands decide whether the run counts; `expectation` bands say what the subject was expected to cost. */
const role = z.enum(['instrument', 'expectation'])

const tolerance = z.strictObject({ basisPoints, floor: z.number().int().nonnegative(), provenance: provenanceSchema })
const share = z.strictObject({ basisPoints, provenance: provenanceSchema })
const rates = z.record(z.string().regex(/^[1-9][0-9]*$/, 'a payload size in bytes'), z.number().positive())

/**
 * A threshold of `null` is UNCALIBRATED: the band says so by name, fails an evidence run, and decides
 * nothing elsewhere. That is not the same as a number whose provenance has `calibratedOn: null`, which
 * gates and prints NOT CALIBRATED.
 */
const bands = z.strictObject({
  BAND1: z.strictObject({
    role,
    groups: z.array(z.strictObject({ payloadBytes, stream: z.boolean(), p50CeilingMs: milliseconds.nullable(), p99AdvisoryMs: milliseconds.nullable() })),
    provenance: provenanceSchema,
    advisoryProvenance: provenanceSchema,
  }),
  BAND2: z.strictObject({ role, payloadBytes, windowMs: windowMs.nullable(), provenance: provenanceSchema }),
  BAND3: z.strictObject({ role, payloadBytes, windowMs: windowMs.nullable(), provenance: provenanceSchema }),
  'BAND3-SMALL': z.strictObject({ payloadBytes, advisoryWindowMs: windowMs.nullable(), provenance: provenanceSchema }),
  'CONTROL-AA': z.strictObject({ payloadBytes, advisoryAbsoluteMs: milliseconds.nullable(), provenance: provenanceSchema }),
  BAND4: z.strictObject({ role, payloadBytes, ratioMax: z.number().positive().nullable(), provenance: provenanceSchema }),
  'BAND3-STREAM': z.strictObject({ role, payloadBytes, absoluteCeilingMs: milliseconds.nullable(), provenance: provenanceSchema }),
  BAND5: z.strictObject({
    role,
    payloadBytes,
    p50CeilingMs: milliseconds.nullable(),
    p50Provenance: provenanceSchema,
    p99CeilingMs: milliseconds.nullable(),
    p99Provenance: provenanceSchema,
  }),
})

/** Every number a run is judged by, with where it came from. Data, never constants in code. */
export const profileSchema = z.strictObject({
  format: z.literal(1),
  name: z.string().min(1),
  title: z.string().min(1),
  /** The numbers were chosen to catch gross faults on any host, not measured on the host they judge. */
  provisional: z.boolean(),
  subject: z.string().min(1),
  host: z.string().min(1),
  /** The readings the numbers rest on, frozen and named: later readings do not move a threshold by themselves. */
  frozenCut: z.string().min(1),
  /** Arrivals per second by payload size and response mode; all arms at one size share one rate. */
  rates: z.strictObject({ nonstream: rates, stream: rates, provenance: provenanceSchema }),
  /** Measured capacity of the slowest arm, where it is known: the rate stays at or below 40 % of it. */
  knees: z.array(z.strictObject({ payloadBytes, stream: z.boolean(), arm: z.string(), lowPerSecond: z.number().positive(), highPerSecond: z.number().positive() })),
  slots: z.number().int().positive(),
  quiescence: z.strictObject({
    idleFloorPercent: z.number().min(0).max(100),
    provenance: provenanceSchema,
    /** More than this share of all readings below the floor and the host was busy throughout. */
    subFloorShare: share,
    /** This many readings below the floor in a row and the host stayed busy. */
    consecutive: z.strictObject({ readings: z.number().int().positive(), provenance: provenanceSchema }),
  }),
  tolerances: z.strictObject({
    dropped: tolerance,
    failed: tolerance,
    /** Least share of the demand that has to complete. */
    completed: share,
    /** Largest difference between the row file and the generator's own count. */
    rowCount: share,
  }),
  /** Clean repetitions a median needs, never more than were planned. */
  minimumClean: z.strictObject({ nonstream: z.number().int().positive(), stream: z.number().int().positive(), provenance: provenanceSchema }),
  bands,
})

export type Profile = z.infer<typeof profileSchema>
export type BandRole = 'instrument' | 'expectation' | 'recorded'
