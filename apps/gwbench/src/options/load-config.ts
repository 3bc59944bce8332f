import { optionReader } from './option-reader.js'
import { parseDuration } from './parse-duration.js'
import { runConfig } from './run-config.js'
import type { RawRunOptions, RunConfig } from './run-config.js'
import { withDemo } from './with-demo.js'

export interface RawLoadOptions extends RawRunOptions {
  readonly vus?: unknown
  readonly rate?: unknown
  readonly duration?: unknown
  readonly loadWarmup?: unknown
  readonly sequential?: unknown
}

export interface LoadConfig extends RunConfig {
  /** Users of the closed loop, or most requests in flight of the open model. */
  readonly users: number
  /** `null` for the closed loop. */
  readonly ratePerSecond: number | null
  readonly interleaved: boolean
  readonly warmupMs: number
  readonly steadyMs: number
}

const SLOTS = 40

/** @throws {GwbenchInputError} `LAT_GWBENCH_USAGE` */
export function loadConfig({ vus, rate, duration, loadWarmup, sequential, ...raw }: RawLoadOptions): LoadConfig {
  const config = withDemo(runConfig({ ...raw, control: 'none' }))
  const reader = optionReader()
  const ms = (name: string, value: unknown, fallback: string, least: number): number => {
    const text = reader.text(name, value, fallback)
    const found = parseDuration(text)
    if (found === null || found < least) reader.fault(`--${name} is "${text}"; it is a duration of at least ${least} ms, such as ${fallback}`)
    return found ?? 0
  }
  const ratePerSecond = rate === undefined ? null : reader.number('rate', rate, 0)
  if (ratePerSecond === 0) reader.fault('--rate is above 0')
  const users = reader.whole('vus', vus, ratePerSecond === null ? 50 : SLOTS, 1, 10_000)
  const steadyMs = ms('duration', duration, '30s', 500)
  const warmupMs = ms('load-warmup', loadWarmup, '3s', 0)
  reader.finish()
  return { ...config, users, ratePerSecond, interleaved: ratePerSecond !== null && sequential !== true, warmupMs, steadyMs }
}
