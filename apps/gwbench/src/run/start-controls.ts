import type { ControlKind } from '../options/run-config.js'
import type { ControlPair } from '../report/build-result.js'
import { CONTROL_PREFIX } from '../target/target-option.js'
import type { Crew } from './crew.js'
import type { MeasuredTarget } from './measured-target.js'
import type { Setting } from './setting.js'
import { startRelayTarget } from './start-relay-target.js'

const PLANT_DELAY_US = 3000

export interface ControlOptions {
  readonly direct: MeasuredTarget
  readonly control: ControlKind
  /** Two targets that stand for the A/A control already. */
  readonly twin: ControlPair | null
  readonly crew: Crew
  readonly signal?: AbortSignal | undefined
}

export interface Controls extends Pick<Setting, 'twin' | 'planted'> {
  readonly targets: readonly MeasuredTarget[]
}

/** Puts the controls in front of the upstream: two transparent relays, and one that holds answers back when asked for. */
export async function startControls({ direct, control, twin, crew, signal }: ControlOptions): Promise<Controls> {
  // A relay speaks plain HTTP to one host; in front of another upstream there is no control but the caller's own twin.
  if (control === 'none' || new URL(direct.url).protocol !== 'http:') return { targets: [], twin, planted: null }
  const [relay, second, planted] = [`${CONTROL_PREFIX}relay`, `${CONTROL_PREFIX}twin`, `${CONTROL_PREFIX}planted`]
  const start = (name: string, plantDelayUs?: number) => crew.enlist(startRelayTarget({ name, direct, signal, ...(plantDelayUs === undefined ? {} : { plantDelayUs }) }))
  const targets = await Promise.all([
    ...(twin === null || control === 'planted' ? [start(relay)] : []),
    ...(twin === null ? [start(second)] : []),
    ...(control === 'planted' ? [start(planted, PLANT_DELAY_US)] : []),
  ])
  return {
    targets,
    twin: twin ?? { treatment: second, baseline: relay },
    planted: control === 'planted' ? { treatment: planted, baseline: relay } : null,
  }
}
