import type { RawStreamOptions } from '../commands/ttfb.js'
import { GwbenchInputError } from '../errors.js'
import { parseDuration } from './parse-duration.js'
import { runConfig } from './run-config.js'
import { withDemo } from './with-demo.js'
import type { RunConfig } from './run-config.js'

export interface StreamConfig extends RunConfig {
  /** How long an event may take to come through while the upstream withholds the rest. */
  readonly gateLimitMs: number
}

/** @throws {GwbenchInputError} `LAT_GWBENCH_USAGE`, with every fault in one message and no part of a key */
export function streamConfig({ gateLimit, ...raw }: RawStreamOptions): StreamConfig {
  const config = runConfig(raw)
  const gateLimitMs = parseDuration(typeof gateLimit === 'string' ? gateLimit : '3s')
  if (gateLimitMs === null || gateLimitMs === 0 || (gateLimit !== undefined && typeof gateLimit !== 'string')) throw new GwbenchInputError('LAT_GWBENCH_USAGE', '--gate-limit is a duration such as 3s: how long an event may take to come through')
  if (config.budgets.length > 0 || config.untilNs !== null) throw new GwbenchInputError('LAT_GWBENCH_USAGE', '--budget and --until belong to gwbench run')
  return { ...withDemo(config), gateLimitMs }
}
