import { FAULT_KINDS } from './parse-fault-spec.js'

export interface FaultDescription {
  readonly name: string
  /** Form of its value; `null` when it takes none. */
  readonly value: string | null
  readonly help: string
}

/**
 * Every fault that can be asked for, in the order in which they act.
 *
 * @example listFaults()[0] // { name: 'status', value: 'CODE', help: 'answer with this status and an error body in the shape of the route' }
 */
export function listFaults(): FaultDescription[] {
  return FAULT_KINDS.map(({ name, value, help }) => ({ name, value, help }))
}
