import type { AnalysedCell, Analysis, Arm, QuantileSet } from '@lat/rows'
import { cellShifts } from '../src/cell-shifts.js'
import type { Profile } from '../src/index.js'

/** P50 of each arm in ns by payload, as a healthy refgateway reads on a slow host; streams under `stream`. */
const healthyNs: Readonly<Record<string, Readonly<Partial<Record<Arm, number>>>>> = {
  '150': { direct: 400_000, passthrough: 1_500_000, enforce: 1_900_000, controla: 1_500_000, controlb: 1_510_000 },
  '4096': { direct: 420_000, passthrough: 1_600_000, enforce: 3_900_000 },
  '32768': { direct: 500_000, passthrough: 1_800_000, enforce: 14_000_000 },
  stream: { direct: 900_000, passthrough: 2_000_000, enforce: 2_400_000 },
}

const noQuantiles: QuantileSet = { p50Ns: null, p90Ns: null, p99Ns: null, p999Ns: null }

interface Place {
  readonly arm: Arm
  readonly payloadBytes: number
  readonly stream?: boolean
  readonly repetition?: number
  readonly canary?: 'open' | 'close'
}

function places(repetitions: number, streamRepetitions: number, sizes: readonly number[]): readonly Place[] {
  const list: Place[] = [{ arm: 'direct', payloadBytes: 150, canary: 'open' }]
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const payloadBytes of sizes) {
      list.push({ arm: 'passthrough', payloadBytes, repetition }, { arm: 'enforce', payloadBytes, repetition })
      if (payloadBytes === 150) list.push({ arm: 'controla', payloadBytes, repetition }, { arm: 'controlb', payloadBytes, repetition })
    }
  }
  for (let repetition = 1; repetition <= streamRepetitions; repetition++) {
    for (const arm of ['direct', 'passthrough', 'enforce'] as const) list.push({ arm, payloadBytes: 150, stream: true, repetition })
  }
  return [...list, { arm: 'direct', payloadBytes: 4096 }, { arm: 'direct', payloadBytes: 32768 }, { arm: 'direct', payloadBytes: 150, canary: 'close' }]
}

function nameOf({ arm, payloadBytes, stream = false, repetition, canary }: Place): string {
  const payload = `${stream ? 'stream' : 'nonstream'}-${payloadBytes}`
  if (canary !== undefined) return `direct-canary-${canary}-${payload}`
  return repetition === undefined ? `direct-payload-${payloadBytes}` : `${arm}-${payload}-r${repetition}`
}

function cellOf(place: Place, order: number, profile: Profile, steadySeconds: number, scale: number): AnalysedCell {
  const { arm, payloadBytes, stream = false, repetition = null, canary = null } = place
  const ratePerSecond = (stream ? profile.rates.stream : profile.rates.nonstream)[payloadBytes]!
  const demanded = Math.floor(ratePerSecond * steadySeconds)
  // Repetitions differ by a few microseconds, the same for every arm, so that no pair is spread.
  const p50Ns = Math.round(healthyNs[stream ? 'stream' : payloadBytes]![arm]! * scale) + 2_000 * (repetition ?? 0)
  const duration = { p50Ns, p90Ns: p50Ns * 1.5, p99Ns: p50Ns * 2, p999Ns: null }
  return {
    name: nameOf(place),
    arm,
    payloadBytes,
    stream,
    repetition,
    canary,
    order,
    ratePerSecond,
    steadySeconds,
    counts: { demanded, ok: demanded, failed: 0, dropped: 0, abandoned: 0, warmupDropped: 0, rows: demanded, generator: demanded },
    failures: {},
    achievedRatePerSecond: ratePerSecond,
    duration,
    waiting: duration,
    response: duration,
    lateness: noQuantiles,
    firstEvent: noQuantiles,
    contended: false,
    subjectCpu: arm === 'direct' ? null : { cpuSeconds: 1.5, cpuMsPerRequest: 0.5, coresBusy: 0.2 },
    rowsSha256: '00'.repeat(32),
  }
}

/** A healthy run of the seeds' matrix under a profile: 13 cells for smoke and quick, 53 for evidence. */
export function syntheticRun(profile: Profile, mode: Analysis['run']['mode'], scale = profile.name === 'published' ? 0.2 : 1): Analysis {
  const evidence = mode === 'evidence'
  const plannedRepetitions = evidence ? 5 : 1
  const plannedStreamRepetitions = evidence ? 3 : 1
  const steadySeconds = { smoke: 2.5, quick: 20, evidence: 60 }[mode]
  const cells = places(plannedRepetitions, plannedStreamRepetitions, evidence ? [150, 4096, 32768] : [150, 4096]).map((place, index) => cellOf(place, index + 1, profile, steadySeconds, scale))
  return {
    format: 1,
    run: { name: `2026-01-02-abcdef0-host-${mode}-r1`, mode, estimate: !evidence, subject: profile.subject, profile: profile.name, design: 'seed', seed: 's', plannedRepetitions, plannedStreamRepetitions },
    cells,
    shifts: [...cellShifts(cells)],
    curves: [],
    microbench: [],
    identity: [
      { name: 'lat-mockupstream', expected: 'digest-1', reported: 'digest-1' },
      { name: profile.subject, expected: 'bench-1', reported: 'bench-1' },
    ],
    readings: cells.flatMap(({ name }) => (['before', 'after'] as const).map((phase) => ({ cell: name, phase, idlePercent: 90, belowFloor: false }))),
  }
}

/** Which cells a fault is planted in. */
export interface Where {
  readonly name?: string
  readonly arm?: Arm
  readonly payloadBytes?: number
  readonly stream?: boolean
  readonly repetition?: number
  readonly canary?: 'open' | 'close'
}

/** The same run with some cells changed. */
export function editCells(run: Analysis, where: Where, edit: (cell: AnalysedCell) => AnalysedCell): Analysis {
  const wanted = Object.entries(where) as [keyof AnalysedCell, unknown][]
  let touched = 0
  const cells = run.cells.map((cell) => {
    if (!wanted.every(([key, value]) => cell[key] === value)) return cell
    touched += 1
    return edit(cell)
  })
  if (touched === 0) throw new Error(`no cell matches ${JSON.stringify(where)}`)
  return { ...run, cells }
}

/** A delay that every request of the cells waits out. */
export function slower(delayNs: number): (cell: AnalysedCell) => AnalysedCell {
  return (cell) => {
    const { p50Ns, p90Ns, p99Ns, p999Ns } = cell.duration
    const plus = (value: number | null): number | null => (value === null ? null : value + delayNs)
    return { ...cell, duration: { p50Ns: plus(p50Ns), p90Ns: plus(p90Ns), p99Ns: plus(p99Ns), p999Ns: plus(p999Ns) } }
  }
}

export function tail(p99Ns: number | null): (cell: AnalysedCell) => AnalysedCell {
  return (cell) => ({ ...cell, duration: { ...cell.duration, p99Ns } })
}

export function counts(change: Partial<AnalysedCell['counts']>): (cell: AnalysedCell) => AnalysedCell {
  return (cell) => ({ ...cell, counts: { ...cell.counts, ...change } })
}

/** The same run with the named places of its reading list below the floor, counted from 1. */
export function busyReadings(run: Analysis, positions: readonly number[]): Analysis {
  return { ...run, readings: run.readings.map((one, index) => (positions.includes(index + 1) ? { ...one, idlePercent: 41.2, belowFloor: true } : one)) }
}
