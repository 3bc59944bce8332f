import type { Ledger } from './ledger.js'

/** Cells around which the host was confirmed busy. Their repetitions leave every median. */
export const contendedCells = {
  file: 'contended-cells.txt',
  about: 'Cells with a confirmed host-idle reading below the floor; their repetitions are in no median. No lines: positively none.',
  columns: { cell: 'text', repetition: 'integer?', phase: 'text', idlePercent: 'number', floorPercent: 'number', samplesPercent: 'text' },
} as const satisfies Ledger

export const achievedRate = {
  file: 'achieved-rate.txt',
  about: 'Steady arrivals demanded and completed. A cell needs requiredCompleted, 98 % of demanded.',
  columns: { cell: 'text', demandedRatePerSecond: 'number?', achievedRatePerSecond: 'number?', demanded: 'integer', completed: 'integer', requiredCompleted: 'integer' },
} as const satisfies Ledger

export const droppedIterations = {
  file: 'dropped-iterations.txt',
  about: 'Steady arrivals that found no free slot, against the allowance of the cell. Warm-up drops are tolerated.',
  columns: { cell: 'text', scheduled: 'integer', dropped: 'integer', allowance: 'integer', warmupDropped: 'integer' },
} as const satisfies Ledger

export const failedRequests = {
  file: 'failed-requests.txt',
  about: 'Steady requests that failed or were abandoned, against the allowance of the cell; causes are code:count.',
  columns: { cell: 'text', scheduled: 'integer', failed: 'integer', abandoned: 'integer', allowance: 'integer', causes: 'text?' },
} as const satisfies Ledger

export const rowCounts = {
  file: 'row-counts.txt',
  about: 'Rows in each row file against the generator\'s own count of steady arrivals; they may differ by allowance.',
  columns: { cell: 'text', rows: 'integer', generator: 'integer', allowance: 'integer', ok: 'integer', failed: 'integer', dropped: 'integer', abandoned: 'integer' },
} as const satisfies Ledger

export const cpuSeconds = {
  file: 'cpu-seconds.txt',
  about: 'CPU of the subject\'s process tree over the steady window, and the slots that Little\'s law asks for (rate x mean duration).',
  columns: {
    cell: 'text', steadySeconds: 'number', cpuSeconds: 'number?', requests: 'integer', cpuMsPerRequest: 'number?', coresBusy: 'number?',
    rssBytes: 'integer?', slotsNeeded: 'number?', slots: 'integer', slotsHeadroom: 'number?',
  },
} as const satisfies Ledger

/** Every attempt behind a published run: rerunning until clean without saying so would be selection. */
export const attempts = {
  file: 'attempts.txt',
  about: 'Every attempt at this run, in order, and why each one before the last was not published.',
  columns: { attempt: 'integer', run: 'text', startedAt: 'text', mode: 'text', outcome: 'text', reason: 'text?' },
} as const satisfies Ledger

export const machineState = {
  file: 'machine-state.txt',
  about: 'The host before and after each cell, while the generator was not running. Only idlePercent is gated.',
  columns: {
    at: 'text', cell: 'text', phase: 'text', idlePercent: 'number?', lowestCoreIdlePercent: 'number?', stealPercent: 'number?',
    load1: 'number?', load5: 'number?', load15: 'number?', timeWait: 'integer?', waitedMs: 'integer', powerSource: 'text?', thermal: 'text?', note: 'text?',
  },
} as const satisfies Ledger
