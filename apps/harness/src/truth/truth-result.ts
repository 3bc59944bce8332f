import { acrossRepetitions } from '@lat/estimators'

/** One figure of the self-test, over the stretches or restarts it was measured in. */
export interface TruthFigure {
  readonly value: number
  readonly low: number | null
  readonly high: number | null
  readonly level: number | null
  readonly per: readonly number[]
}

/** What the instrument says about truths it was told. Times in microseconds, ratios as recovered / recorded. */
export interface TruthResult {
  readonly planted: readonly { readonly nominalUs: number; readonly recordedUs: number; readonly recoveredUs: number; readonly ratio: TruthFigure; readonly rows: number; readonly ok: boolean }[]
  readonly sameProcess: { readonly shiftUs: number; readonly perStretchUs: TruthFigure; readonly ok: boolean }
  readonly floor: { readonly restarts: number; readonly meanUs: number; readonly lowUs: number; readonly highUs: number; readonly halfWidthUs: number; readonly perRestartUs: readonly number[]; readonly ok: boolean } | null
  readonly enforcement: {
    readonly onePassUs: number
    readonly enforceShiftUs: number
    readonly secondPassAddsUs: number
    readonly secondPassShare: TruthFigure
    readonly notEnforcingShiftUs: number
    readonly ok: boolean
  } | null
}

/** Median over the stretches with its distribution-free interval at 90 % or the exact level nearest to it. */
export function figureOf(per: readonly number[]): TruthFigure {
  const { median, distributionFree } = acrossRepetitions(per, 0.9)
  return { value: median, low: distributionFree?.low ?? null, high: distributionFree?.high ?? null, level: distributionFree?.level ?? null, per }
}

const us = (value: number) => `${value >= 0 ? '+' : ''}${value.toFixed(1)} us`
const mark = (ok: boolean) => (ok ? 'ok     ' : 'NOT MET')
const range = ({ low, high, level }: TruthFigure, digits: number) => (low === null || high === null || level === null ? '' : ` [${low.toFixed(digits)}, ${high.toFixed(digits)}] ${(level * 100).toFixed(1)} %`)

/** The self-test as lines for a reader. */
export function truthText({ planted, sameProcess, floor, enforcement }: TruthResult): string {
  const lines = planted.map(({ nominalUs, recordedUs, recoveredUs, ratio, rows, ok }) => `${mark(ok)} planted ${nominalUs} us: the plant recorded ${recordedUs.toFixed(1)} us, recovered ${recoveredUs.toFixed(1)} us, ratio ${ratio.value.toFixed(4)}${range(ratio, 4)}, ${rows} rows (bar: within 10 %)`)
  lines.push(`${mark(sameProcess.ok)} the same process twice: ${us(sameProcess.shiftUs)}${range(sameProcess.perStretchUs, 1)} (bar: within 10 us of 0)`)
  if (floor !== null) lines.push(`${mark(floor.ok)} two processes of one configuration, ${floor.restarts} restarts: mean ${us(floor.meanUs)}, acrossRepetitions t 95 % [${floor.lowUs.toFixed(1)}, ${floor.highUs.toFixed(1)}] us (bar: contains 0); floor of this host ${floor.halfWidthUs.toFixed(1)} us`)
  if (enforcement !== null) {
    lines.push(`${mark(enforcement.ok)} a second tokeniser pass: one pass costs ${enforcement.onePassUs.toFixed(1)} us here, the second adds ${us(enforcement.secondPassAddsUs)}, share ${enforcement.secondPassShare.value.toFixed(3)}${range(enforcement.secondPassShare, 3)} (bar: at least 0.7)`)
    lines.push(`        enforce - passthrough ${us(enforcement.enforceShiftUs)}; configured to enforce and not enforcing ${us(enforcement.notEnforcingShiftUs)}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}
