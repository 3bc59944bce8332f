import { studentQuantile } from './elementary/student-quantile.js'

/** How many standard errors a two-sided interval of Student's t reaches; from the lower tail, which no level rounds away. */
export function studentFactor(level: number, degrees: number): number {
  return -studentQuantile((1 - level) / 2, degrees)
}
