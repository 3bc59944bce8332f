/** A target as the command line names it. */
export interface TargetOption {
  readonly name: string
  /** Absolute http or https URL of its chat completions endpoint. */
  readonly url: string
  /** `null` for an endpoint without a key. */
  readonly keyFile: string | null
}

/** The target every other one is paired with. */
export const DIRECT = 'direct'

/** Targets that gwbench adds are named so, and nobody else's are. */
export const CONTROL_PREFIX = 'control-'

/** Whether a target is one that gwbench put beside those it was asked about. */
export function isControl(name: string): boolean {
  return name.startsWith(CONTROL_PREFIX)
}
