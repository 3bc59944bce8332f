import type { FaultInjector } from './faults/create-fault-injector.js'
import type { Recorder, RecorderState } from './record/create-recorder.js'

/** Part of `/healthz` that says whether requests are recorded and which faults have acted. */
export interface ServiceState {
  readonly recording: RecorderState | null
  readonly faultsFired: Readonly<Record<string, number>>
  /** Fault headers seen while they are not allowed. */
  readonly faultsIgnored: number
}

export function serviceState(recorder: Recorder | null, faults: FaultInjector | null): ServiceState {
  return { recording: recorder?.state() ?? null, faultsFired: faults?.fired() ?? {}, faultsIgnored: faults?.ignored() ?? 0 }
}
