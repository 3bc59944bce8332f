import { z } from 'zod'

/**
 * Where a threshold comes from and what it is used for. A threshold that was calibrated on nothing
 * loads only with a `reason`, and every verdict it takes part in prints NOT CALIBRATED.
 */
export const provenanceSchema = z
  .strictObject({
    calibratedOn: z
      .strictObject({
        /** The cells whose readings fixed the number. */
        cells: z.array(z.string().min(1)).min(1),
        /** Where those readings can be recomputed. */
        source: z.string().min(1),
      })
      .nullable(),
    /** Why nothing was measured for it; required when `calibratedOn` is `null`. */
    reason: z.string().min(1).optional(),
    /** The cells it is applied to. */
    appliesTo: z.array(z.string().min(1)).min(1),
    /** What tells the two sets apart and moves the quantity: mode, size, rate, host … Empty when nothing does. */
    differs: z.array(z.string().min(1)),
    /** Why one number may serve both sets; required when `differs` names anything. */
    why: z.string().min(1).optional(),
    /** Opportunities in one evidence run times the observed rate of what the gate fires on. */
    satisfiability: z.strictObject({
      opportunitiesPerRun: z.number().int().positive(),
      /** `null` while nobody has counted; `note` then says so. */
      observed: z.strictObject({ events: z.number().int().nonnegative(), opportunities: z.number().int().positive() }).nullable(),
      note: z.string().min(1).optional(),
    }),
  })
  .superRefine((provenance, context) => {
    if (provenance.calibratedOn === null && provenance.reason === undefined) {
      context.addIssue({ code: 'custom', path: ['reason'], message: 'calibratedOn is null: say why this threshold may be used all the same' })
    }
    if (provenance.differs.length > 0 && provenance.why === undefined) {
      context.addIssue({ code: 'custom', path: ['why'], message: `calibrated and applied cells differ in ${provenance.differs.join(', ')}: say why one number may serve both` })
    }
    if (provenance.satisfiability.observed === null && provenance.satisfiability.note === undefined) {
      context.addIssue({ code: 'custom', path: ['satisfiability', 'note'], message: 'nothing was counted: say so in a note' })
    }
  })

export type Provenance = z.infer<typeof provenanceSchema>
