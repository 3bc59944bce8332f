import type { RunConfig } from '../options/run-config.js'
import { embeddedSetting } from './embedded-setting.js'
import { givenSetting } from './given-setting.js'
import { fixturesPath } from './locate.js'
import type { Setting } from './setting.js'
import type { Stage } from './with-setting.js'

const DEMO_PLANT_US = 3000

/** What the command line named, or the embedded demo when it named nothing. */
export function chooseSetting(config: RunConfig, stage: Stage): Promise<Setting> {
  if (config.direct !== null || config.targets.length + config.subjects.length > 0) return givenSetting(config, stage)
  const { crew, signal, stamp, progress } = stage
  progress.note('no target named: measuring the embedded demo, the reference gateway in front of the mock upstream')
  return embeddedSetting({ crew, fixturesDir: fixturesPath(config.fixtures), stamp, plantDelayUs: DEMO_PLANT_US, gateways: true, signal })
}
