import { GwbenchInputError } from '../errors.js'

/**
 * Makes sure that everything a target answered under load came from the upstream.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_THE_UPSTREAM` when the upstream counted fewer requests than were answered
 */
export function requireCounted(what: string, answered: number, counted: number): void {
  if (counted >= answered) return
  throw new GwbenchInputError('LAT_GWBENCH_NOT_THE_UPSTREAM', `The upstream counted ${counted} requests where ${what} answered ${answered}: from a cache, or from another upstream. Nothing is reported.`)
}
