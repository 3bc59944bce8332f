import type { ConfirmedIdle, GateMode, Host, HostState, IdleSampler, QuiescenceState, SuspendMark } from '@lat/hostgate'
import { confirmIdle, finishQuiescence, observeIdle, observeSuspend, readEphemeralPorts, readHostState, readSuspendMark, readTimeWaitCount, startQuiescence, stateLine, suspendedBetween, waitForPorts } from '@lat/hostgate'
import type { Profile } from '@lat/bands'
import { HarnessInputError } from '../errors.js'
import type { PlannedCell } from '../plan/plan-cells.js'
import type { HostReading } from './host.js'

export interface QuiescenceParts {
  readonly host: Host
  /** One true-interval idle reading; a test hands in a script. */
  readonly sampler: IdleSampler
  readonly mode: GateMode
  readonly profile: Profile
  /** Told each warning once. */
  readonly onWarning: (warning: string) => void
}

/** The host gate of one run: readings around every cell, the rules over them, and which cells they mark. */
export interface Quiescence {
  /** @throws {HarnessInputError} in evidence mode on a loaded machine */
  startup(): Promise<ConfirmedIdle>
  before(cell: PlannedCell): Promise<HostReading>
  after(cell: PlannedCell): Promise<HostReading>
  /** After the last cell. @throws {HarnessInputError} in evidence mode when the host was busy throughout */
  finish(): void
  isContended(cell: PlannedCell): boolean
  /** Lines of `contended-cells.txt` up to now. */
  contended(): QuiescenceState['contended']
}

function reading(idle: ConfirmedIdle, state: HostState, waitedMs: number, cell: PlannedCell, phase: 'before' | 'after'): HostReading {
  const line = stateLine({ at: new Date().toISOString(), cell: cell.name, phase, waitedMs, idle, state })
  const loads = [line.load1, line.load5, line.load15] as const
  return {
    at: line.at,
    idlePercent: line.idlePercent,
    ...(idle.state === 'unsupported' ? { idleUnsupported: true as const } : {}),
    idleSamplesPercent: idle.samplesPercent.map((percent) => Math.round(percent * 100) / 100),
    lowestCoreIdlePercent: line.lowestCoreIdlePercent,
    stealPercent: line.stealPercent,
    loadAverages: loads[0] === null || loads[1] === null || loads[2] === null ? null : [loads[0], loads[1], loads[2]],
    timeWait: line.timeWait,
    powerSource: line.powerSource,
    thermal: line.thermal,
    waitedMs: line.waitedMs,
    note: line.note,
  }
}

export function createQuiescence({ host, sampler, mode, profile, onWarning }: QuiescenceParts): Quiescence {
  const { idleFloorPercent, subFloorShare } = profile.quiescence
  let state: QuiescenceState = startQuiescence({ mode, floorPercent: idleFloorPercent, pervasivePercent: subFloorShare.basisPoints / 100 })
  let told = 0
  let awakeSince: SuspendMark | null = null
  const enter = (next: QuiescenceState) => {
    state = next
    for (const warning of state.warnings.slice(told)) onWarning(warning)
    told = state.warnings.length
    if (state.refusal !== null) throw new HarnessInputError('LAT_HARNESS_REFUSED', state.refusal.message)
  }
  const look = async (cell: PlannedCell, phase: 'before' | 'after', waitedMs: number) => {
    const idle = await confirmIdle(sampler, idleFloorPercent)
    const read = reading(idle, await readHostState(host), waitedMs, cell, phase)
    const mark = await readSuspendMark(host)
    const suspended = awakeSince === null ? null : suspendedBetween(awakeSince, mark)
    awakeSince = mark
    enter(observeSuspend(state, { cell: cell.name, phase, suspended }))
    enter(observeIdle(state, { at: 'mid-run', cell: cell.name, repetition: cell.repetition, phase, idle }))
    return read
  }
  return {
    async startup() {
      const idle = await confirmIdle(sampler, idleFloorPercent)
      enter(observeIdle(state, { at: 'startup', idle }))
      return idle
    },
    async before(cell) {
      const ports = await readEphemeralPorts(host)
      const { waitedMs } = await waitForPorts({ readTimeWait: () => readTimeWaitCount(host), ports, clock: host })
      return look(cell, 'before', waitedMs)
    },
    after: (cell) => look(cell, 'after', 0),
    finish: () => enter(finishQuiescence(state).state),
    isContended: (cell) => state.contended.some((line) => line.cell === cell.name),
    contended: () => state.contended,
  }
}
