import { readKeyFile } from '../key/read-key-file.js'
import { keepOutOfOutput } from '../key/redact.js'
import { CONTROL_PREFIX } from '../options/run-config.js'
import type { RunConfig } from '../options/run-config.js'
import type { TargetOption } from '../target/target-option.js'
import type { Crew } from './crew.js'
import { fromCaller } from './locate.js'
import type { MeasuredTarget } from './measured-target.js'
import type { Setting } from './setting.js'
import { startRelayTarget } from './start-relay-target.js'

const PLANT_DELAY_US = 3000

/**
 * The targets that were named on the command line, with the controls in front of their upstream.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_KEY_FILE`
 */
export async function givenSetting({ direct: directOption, targets: options, control, twin, parallelism }: RunConfig, crew: Crew, signal?: AbortSignal): Promise<Setting> {
  const measured = ({ name, url, keyFile }: TargetOption): MeasuredTarget => {
    // Some gateways take a key in the query, so nobody prints one.
    keepOutOfOutput(new URL(url).search)
    return { name, url, headers: {}, key: keyFile === null ? null : readKeyFile(name, keyFile, fromCaller(keyFile)), parallelism: parallelism.get(name) ?? null, sha256: null }
  }
  const [direct, ...targets] = [directOption!, ...options].map(measured) as [MeasuredTarget, ...MeasuredTarget[]]
  // A relay speaks plain HTTP to one host; in front of another upstream there is no control but the caller's own twin.
  if (control === 'none' || new URL(direct.url).protocol !== 'http:') return { targets: [direct, ...targets], twin, planted: null }

  const [relay, second, planted] = [`${CONTROL_PREFIX}relay`, `${CONTROL_PREFIX}twin`, `${CONTROL_PREFIX}planted`]
  const start = (name: string, plantDelayUs?: number) => crew.enlist(startRelayTarget({ name, direct, signal, ...(plantDelayUs === undefined ? {} : { plantDelayUs }) }))
  const controls = await Promise.all([
    ...(twin === null || control === 'planted' ? [start(relay)] : []),
    ...(twin === null ? [start(second)] : []),
    ...(control === 'planted' ? [start(planted, PLANT_DELAY_US)] : []),
  ])
  return {
    targets: [direct, ...targets, ...controls],
    twin: twin ?? { treatment: second, baseline: relay },
    planted: control === 'planted' ? { treatment: planted, baseline: relay } : null,
  }
}
