import type { ControlPair } from '../report/build-result.js'
import type { MeasuredTarget } from './measured-target.js'

/** Everything that is up and answers when a measurement begins. */
export interface Setting {
  /** `direct` first. */
  readonly targets: readonly MeasuredTarget[]
  readonly twin: ControlPair | null
  readonly planted: ControlPair | null
}
