/** How long a run measures and how often it repeats. The seeds' quick and evidence modes, and a two-minute smoke. */
export type Mode = 'smoke' | 'quick' | 'evidence'

export interface ModeSettings {
  readonly repetitions: number
  readonly streamRepetitions: number
  /** Payload sizes that get a passthrough / enforce pair. */
  readonly pairedPayloadBytes: readonly number[]
  readonly warmupMs: number
  /** The steady phase starts here, so that stragglers of the warm-up finish first. */
  readonly steadyStartMs: number
  readonly steadyMs: number
  /** Interval of one idle reading between cells. */
  readonly idleIntervalMs: number
}

const modes: Readonly<Record<Mode, ModeSettings>> = {
  smoke: { repetitions: 1, streamRepetitions: 1, pairedPayloadBytes: [150, 4096], warmupMs: 1_000, steadyStartMs: 1_200, steadyMs: 2_500, idleIntervalMs: 500 },
  quick: { repetitions: 1, streamRepetitions: 1, pairedPayloadBytes: [150, 4096], warmupMs: 10_000, steadyStartMs: 12_000, steadyMs: 20_000, idleIntervalMs: 2_000 },
  evidence: { repetitions: 5, streamRepetitions: 3, pairedPayloadBytes: [150, 4096, 32768], warmupMs: 10_000, steadyStartMs: 12_000, steadyMs: 60_000, idleIntervalMs: 2_000 },
}

export function modeSettings(mode: Mode): ModeSettings {
  return modes[mode]
}
