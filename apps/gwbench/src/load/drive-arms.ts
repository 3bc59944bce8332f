import { closedLoop, runCell } from '@lat/loadgen'
import type { ArmSpec, CellResult } from '@lat/loadgen'
import type { Row } from '@lat/rows'
import { requireCounted } from './require-counted.js'
import type { LoadConfig } from '../options/load-config.js'
import type { MeasuredTarget } from '../run/measured-target.js'
import { requestHeaders } from '../run/request-headers.js'
import { findUpstreamCount } from '../run/upstream-count.js'
import { watchUsage } from '../run/watch-usage.js'
import type { WatchedUsage } from '../run/watch-usage.js'

export interface DrivenArm {
  readonly target: MeasuredTarget
  readonly rows: readonly Row[]
  readonly usage: WatchedUsage | null
  readonly selfCheck: CellResult['selfCheck']
}

export interface DriveOptions extends Pick<LoadConfig, 'users' | 'ratePerSecond' | 'interleaved' | 'warmupMs' | 'steadyMs' | 'seed' | 'allowRemote'> {
  /** `direct` first. */
  readonly targets: readonly MeasuredTarget[]
  readonly body: string
  readonly signal: AbortSignal
  readonly onArm: (what: string) => void
}

/**
 * Puts every target under load, one after the other or all at once with an arm drawn for every arrival.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_THE_UPSTREAM` when fewer requests reached the upstream than were answered
 */
export async function driveArms(options: DriveOptions): Promise<readonly DrivenArm[]> {
  const { targets, interleaved } = options
  const count = await findUpstreamCount(targets[0]!.url)
  if (interleaved) return drive(options, targets, 'all targets', count)
  const driven: DrivenArm[] = []
  for (const target of targets) driven.push(...(await drive(options, [target], `target "${target.name}"`, count)))
  return driven
}

async function drive(options: DriveOptions, targets: readonly MeasuredTarget[], what: string, count: Awaited<ReturnType<typeof findUpstreamCount>>): Promise<readonly DrivenArm[]> {
  const { users, ratePerSecond, warmupMs, steadyMs, seed, allowRemote, body, signal, onArm } = options
  onArm(what)
  const arms = targets.map((target): ArmSpec => ({ name: target.name, url: target.url, headers: requestHeaders(target), body, expect: 'json' }))
  const before = count === null ? 0 : await count()
  const watches = targets.map(({ pid }) => (pid === undefined ? null : watchUsage(pid)))
  const cell =
    ratePerSecond === null
      ? await closedLoop({ name: targets[0]!.name, target: arms[0]!, users, warmupMs, steadyMs, allowRemote }, { signal })
      : await runCell({ name: 'load', arms, assignment: arms.length === 1 ? 'cell' : 'arrival', seed, ratePerSecond, warmupMs, steadyStartMs: warmupMs, steadyMs, slots: users, allowRemote }, { signal })
  const usages = await Promise.all(watches.map((watch) => (watch === null ? Promise.resolve(null) : watch.end())))
  if (count !== null) requireCounted(what, cell.warmup.ok + cell.steady.ok, (await count()) - before)
  // Users of a closed loop become ready at any fraction of a nanosecond, and rows are kept in whole ones.
  const rows = Array.from(cell.rows, (row): Row => ({ ...row, scheduledNs: Math.round(row.scheduledNs) }))
  return targets.map((target, index) => ({ target, rows: arms.length === 1 ? rows : rows.filter(({ arm }) => arm === target.name), usage: usages[index]!, selfCheck: cell.selfCheck }))
}
