import type { RunConfig } from '../options/run-config.js'
import { namedTarget } from './named-target.js'
import type { Setting } from './setting.js'
import { startControls } from './start-controls.js'
import { startDirect } from './start-direct.js'
import { startSubjects } from './start-subjects.js'
import type { Stage } from './with-setting.js'

/**
 * The targets that were named on the command line, running already or started from their declarations, with the controls in
 * front of their upstream. Without `--direct` that upstream is started here.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_KEY_FILE`
 */
export async function givenSetting(config: RunConfig, stage: Stage): Promise<Setting> {
  const { control, twin, fixtures, upstreamPort } = config
  const targets = config.targets.map((option) => namedTarget(option, config))
  const direct = config.direct === null ? await startDirect({ fixtures, port: upstreamPort ?? 0 }, stage) : namedTarget(config.direct, config)
  const started = await startSubjects(config, stage, new URL(direct.url).origin)
  const controls = await startControls({ direct, control, twin, ...stage })
  return { targets: [direct, ...targets, ...started, ...controls.targets], twin: controls.twin, planted: controls.planted }
}
