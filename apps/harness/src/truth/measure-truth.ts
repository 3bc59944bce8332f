import { acrossRepetitions } from '@lat/estimators'
import type { ArmSpec, CellProgress, CellResult } from '@lat/loadgen'
import { runCell } from '@lat/loadgen'
import { createTokenizer } from '@lat/refgateway'
import type { Declaration, RunningSubject } from '@lat/subjects'
import { startSubject } from '@lat/subjects'
import { HarnessInputError } from '../errors.js'
import { promptOf, requestBody } from '../plan/payload.js'
import { medianNs } from '../run/median-time.js'
import type { Upstream } from '../run/upstream.js'
import { medianOf, samplesByBlock } from './arm-samples.js'
import type { TruthResult } from './truth-result.js'
import { figureOf } from './truth-result.js'

export interface TruthParts {
  readonly upstream: Upstream
  readonly gateway: Declaration
  readonly stamp: string
  readonly seed: string
  /** Least number of rows of each arm. */
  readonly rowsPerArm: number
  readonly restarts: number
  readonly signal: AbortSignal
  readonly onProgress: (what: string, progress: CellProgress | null) => void
}

const plantsUs = [1000, 3000]
const stretches = 10
const directRatePerSecond = 400
const gatewayRatePerSecond = 300
const enforceRatePerSecond = 160
const enforcedBytes = 4096

function arm(name: string, url: string, payloadBytes: number, headers: Readonly<Record<string, string>> = {}): ArmSpec {
  return { name, url, headers: { 'content-type': 'application/json', ...headers }, body: requestBody(payloadBytes, false), expect: 'json' }
}

/** One cell in which every arrival draws its arm: all arms see the same seconds of the same machine. */
async function interleaved(name: string, arms: readonly ArmSpec[], ratePerSecond: number, { rowsPerArm, seed, signal, onProgress }: TruthParts): Promise<CellResult> {
  const steadyMs = Math.ceil((rowsPerArm * arms.length * 1000) / ratePerSecond)
  const result = await runCell({ name, arms, assignment: 'arrival', seed: `${seed}/${name}`, ratePerSecond, warmupMs: 5_000, steadyStartMs: 5_500, steadyMs }, { signal, onProgress: (progress) => onProgress(name, progress) })
  if (signal.aborted) throw new HarnessInputError('LAT_HARNESS_INTERRUPTED', `The self-test was interrupted during ${name}.`)
  const { ok, scheduled } = result.steady
  if (ok < 0.98 * scheduled) throw new HarnessInputError('LAT_HARNESS_CELL_FAILED', `Only ${ok} of ${scheduled} requests of ${name} were answered (${JSON.stringify(result.failures)}): this machine cannot hold ${ratePerSecond} requests/s.`)
  return result
}

async function knownDelays(parts: TruthParts): Promise<Pick<TruthResult, 'planted' | 'sameProcess'>> {
  const url = `${parts.upstream.url}/v1/chat/completions`
  const arms = [arm('once', url, 150), arm('again', url, 150), ...plantsUs.map((plantUs) => arm(`plant-${plantUs}`, url, 150, { 'x-lat-plant-us': String(plantUs) }))]
  const { rows } = await interleaved('known delays', arms, directRatePerSecond, parts)
  const blocks = samplesByBlock(rows, stretches)
  const whole = samplesByBlock(rows, 1)[0]!
  const planted = plantsUs.map((nominalUs) => {
    const name = `plant-${nominalUs}`
    const ratio = figureOf(blocks.map((block) => (medianOf(block, name) - medianOf(block, 'once')) / medianOf(block, name, 'plantedNs')))
    const recordedUs = medianOf(whole, name, 'plantedNs') / 1000
    const recoveredUs = (medianOf(whole, name) - medianOf(whole, 'once')) / 1000
    return { nominalUs, recordedUs, recoveredUs, ratio, rows: whole.get(name)!.durationNs.length, ok: Math.abs(recoveredUs / recordedUs - 1) <= 0.1 }
  })
  const shiftUs = (medianOf(whole, 'again') - medianOf(whole, 'once')) / 1000
  const perStretchUs = figureOf(blocks.map((block) => (medianOf(block, 'again') - medianOf(block, 'once')) / 1000))
  return { planted, sameProcess: { shiftUs, perStretchUs, ok: Math.abs(shiftUs) <= 10 } }
}

/** Starts gateways side by side, each with its own arguments, and stops all of them whatever happens. */
async function withGateways<T>(parts: TruthParts, wanted: readonly { readonly name: string; readonly mode: 'passthrough' | 'enforce'; readonly args?: readonly string[] }[], use: (running: readonly RunningSubject[]) => Promise<T>): Promise<T> {
  const running: RunningSubject[] = []
  try {
    for (const { mode, args } of wanted) {
      running.push(await startSubject(parts.gateway, { port: 0, upstreamUrl: parts.upstream.url, mode, stamp: parts.stamp, extraArgs: args, signal: parts.signal, resolveFrom: import.meta.url }))
    }
    return await use(running)
  } finally {
    await Promise.all(running.map((subject) => subject.stop()))
  }
}

async function restartFloor(parts: TruthParts): Promise<TruthResult['floor']> {
  const perRestartUs: number[] = []
  for (let restart = 1; restart <= parts.restarts; restart += 1) {
    const twins = [{ name: 'twin-a', mode: 'passthrough' as const }, { name: 'twin-b', mode: 'passthrough' as const }]
    const { rows } = await withGateways(parts, twins, (running) =>
      interleaved(`two processes, restart ${restart}`, running.map((subject, index) => arm(twins[index]!.name, subject.requestUrl, 150, subject.requestHeaders)), gatewayRatePerSecond, parts),
    )
    const whole = samplesByBlock(rows, 1)[0]!
    perRestartUs.push((medianOf(whole, 'twin-b') - medianOf(whole, 'twin-a')) / 1000)
  }
  const { t, mean } = acrossRepetitions(perRestartUs)
  if (t === null || t.low === null || t.high === null) return null
  return { restarts: parts.restarts, meanUs: mean, lowUs: t.low, highUs: t.high, halfWidthUs: (t.high - t.low) / 2, perRestartUs, ok: t.low <= 0 && t.high >= 0 }
}

async function enforcementCosts(parts: TruthParts): Promise<TruthResult['enforcement']> {
  const wanted = [
    { name: 'passthrough', mode: 'passthrough' as const },
    { name: 'enforce', mode: 'enforce' as const },
    { name: 'second-pass', mode: 'enforce' as const, args: ['--tokenizer-passes', '2'] },
    { name: 'not-enforcing', mode: 'enforce' as const, args: ['--not-enforcing'] },
  ]
  const { rows } = await withGateways(parts, wanted, (running) =>
    interleaved('enforcement', running.map((subject, index) => arm(wanted[index]!.name, subject.requestUrl, enforcedBytes, subject.requestHeaders)), enforceRatePerSecond, parts),
  )
  const tokenizer = createTokenizer()
  const prompt = promptOf(enforcedBytes)
  const onePassUs = medianNs(() => void tokenizer.count(prompt)) / 1000
  tokenizer.free()
  const whole = samplesByBlock(rows, 1)[0]!
  const shiftUs = (treatment: string, baseline: string) => (medianOf(whole, treatment) - medianOf(whole, baseline)) / 1000
  const secondPassShare = figureOf(samplesByBlock(rows, stretches).map((block) => (medianOf(block, 'second-pass') - medianOf(block, 'enforce')) / 1000 / onePassUs))
  const secondPassAddsUs = shiftUs('second-pass', 'enforce')
  return { onePassUs, enforceShiftUs: shiftUs('enforce', 'passthrough'), secondPassAddsUs, secondPassShare, notEnforcingShiftUs: shiftUs('not-enforcing', 'passthrough'), ok: secondPassAddsUs >= 0.7 * onePassUs }
}

/**
 * Plants truths and asks the instrument for them: known delays, a true zero in one process, a true zero across restarts,
 * and a second tokeniser pass. Every comparison is between arms of one interleaved cell.
 */
export async function measureTruth(parts: TruthParts): Promise<TruthResult> {
  const delays = await knownDelays(parts)
  const floor = await restartFloor(parts)
  const enforcement = await enforcementCosts(parts)
  return { ...delays, floor, enforcement }
}
