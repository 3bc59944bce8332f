import type { SelfCheckProfile } from './profile.js'

/**
 * Limits from a pre-study of a few runs on one contended two-core virtual machine, set between its clean
 * and its planted runs; not calibrated, and expected to be replaced.
 */
export const provisionalSelfCheck: SelfCheckProfile = {
  name: 'provisional',
  provenance: 'Pre-study on one 2-vCPU Linux virtual machine at 500 per second, a handful of runs per cause: not calibrated.',
  limits: {
    runQueueShare: 0.05,
    involuntarySwitchesPerSecond: 400,
    latenessP99Ns: 3e6,
    eventLoopDelayP99Ns: 3e6,
    ioCpuShare: 0.7,
    droppedShare: 0.001,
    wallDriftMs: 500,
  },
  fewestSent: 100,
}
