import { fileURLToPath } from 'node:url'
import { onCore, output } from './other-tools.js'

const BIN = process.env['LAT_LOADGEN_BUILD'] ?? fileURLToPath(new URL('../bin/loadgen.mjs', import.meta.url))
const STEP = 0.05
/** The search ends here. */
export const LEAST_SHARE = 0.2

export interface OpenMaxSpec {
  readonly url: string
  readonly core: number | null
  readonly slots: number
  readonly slotOrder: 'fifo' | 'lifo'
  readonly warmupSeconds: number
  readonly seconds: number
}

/** Whether one generator on one core serves a rate whole: no arrival dropped, at least 99.5 % answered. */
async function servesWhole(ratePerSecond: number, { url, core, slots, slotOrder, warmupSeconds, seconds }: OpenMaxSpec): Promise<boolean> {
  const options = ['--rate', `${ratePerSecond}`, '--slots', `${slots}`, '--slot-order', slotOrder, '--pacing', 'spin', '--no-canary', '--quiet', '--json', '--warmup', `${warmupSeconds}s`, '--duration', `${seconds}s`]
  const { steady } = JSON.parse(await output([...onCore(core), process.execPath, BIN, ...options, url])) as { readonly steady: { readonly scheduled: number; readonly ok: number; readonly dropped: number } }
  process.stderr.write(`  open loop at ${ratePerSecond}/s, ${slots} slots: ${steady.ok} of ${steady.scheduled} ok, ${steady.dropped} dropped\n`)
  return steady.dropped === 0 && steady.ok >= 0.995 * steady.scheduled
}

/**
 * Highest share of a ceiling, in steps of 5 %, that the open loop serves whole; 0 below `LEAST_SHARE`. Climbs from `from`
 * while rates are served, else descends to the first that is.
 */
export async function openMaxShare(ceilingPerSecond: number, from: number, spec: OpenMaxSpec): Promise<number> {
  const served = (steps: number): Promise<boolean> => servesWhole(Math.round(ceilingPerSecond * steps * STEP), spec)
  let steps = Math.round(from / STEP)
  if (await served(steps)) {
    while (steps < 30 && (await served(steps + 1))) steps += 1
    return steps * STEP
  }
  do steps -= 1
  while (steps * STEP >= LEAST_SHARE && !(await served(steps)))
  return steps * STEP < LEAST_SHARE ? 0 : steps * STEP
}
