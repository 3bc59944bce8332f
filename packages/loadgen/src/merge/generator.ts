import type { Row } from '@lat/rows'
import type { ImportedRow } from '@lat/rows/import/k6'
import type { Counts } from '../count-outcomes.js'

/** A request as far as its engine marked it: `scheduledNs` only where there was a schedule. */
export type MergeableRow = Row | ImportedRow

/** What one generator brings to a merge. */
export interface Generator {
  readonly name: string
  readonly source: string
  readonly counts: Counts
  readonly rows: readonly MergeableRow[]
  /** Why its own check of itself failed; `null` when it is clean. */
  readonly selfCheckFault: string | null
  /** Why nobody can say whether it kept up; `null` when it said so itself. */
  readonly unjudged: string | null
}
