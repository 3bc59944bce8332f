/** What render needs of an evaluation; `Evaluation` of @lat/bands is one. */
export interface JudgedRun {
  /** Such as `VERDICT VALID` or `SMOKE OK`. */
  readonly verdict: string
}
