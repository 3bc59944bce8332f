import type { SelfCheckProfile } from './profile.js'

/**
 * Limits calibrated on 40 cells each without a fault, with a blocked loop, with a busy loop per core and with too few
 * slots; `docs/self-check.md` has the readings, and the alarm and miss rates measured afterwards.
 *
 * Where a planted cause and the cells without it lie apart, the limit is the geometric mean of the nearest two.
 */
export const calibratedSelfCheck: SelfCheckProfile = {
  name: 'linux-2core-2026-11-awake',
  provenance:
    '160 cells of 2 s at 500 per second and 40 slots against nginx, worker pacing, on an otherwise idle 2-core Linux x64 virtual machine, Node 20.20, 2026-11-30: bench/self-check.ts.',
  limits: {
    // Nearest, of the 20 cells each for which it was read: 0.250 without busy cores, 0.390 with them.
    runQueueShare: 0.312,
    // No cause planted; above every calibration cell (0.003).
    stolenShare: 0.02,
    // Did not separate the causes where run-queue time could be read: above every calibration cell (594).
    involuntarySwitchesPerSecond: 1000,
    // Nearest: 1.95 ms clean, 3.67 ms with a blocked loop.
    latenessP99Ns: 2.67e6,
    // Overlaps (2.62 ms clean, 0.52 ms with a blocked loop), so it only backs up lateness: 1.5 times the worst clean cell.
    eventLoopDelayP99Ns: 4e6,
    // No cause planted; the calibration cells reached 0.31, polling included.
    ioCpuShare: 0.7,
    // Nearest: none without, 0.63 with too few slots.
    droppedShare: 0.001,
    wallDriftMs: 500,
  },
  fewestSent: 100,
}
