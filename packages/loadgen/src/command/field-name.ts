const flags: Readonly<Record<string, string>> = {
  ratePerSecond: '--rate',
  warmupMs: '--warmup',
  steadyStartMs: '--gap',
  steadyMs: '--duration',
  slots: '--slots',
  requestTimeoutMs: '--timeout',
  graceMs: '--grace',
  chunkTimes: '--chunk-times',
  shard: '--shard',
  startAtEpochMs: '--start-at',
  plantedBlock: '--plant-block',
  name: '--name',
  seed: '--seed',
  method: '--method',
  headers: '--header',
  body: '--body',
  url: 'target',
  arms: 'targets',
}

/** What the command line calls a field of a cell spec. */
export function fieldName(path: readonly PropertyKey[]): string {
  const field = path[0] === 'arms' && path.length > 2 ? path[2] : path[0]
  return flags[String(field)] ?? path.join('.')
}
