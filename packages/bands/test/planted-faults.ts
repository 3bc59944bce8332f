import type { AnalysedCell, Analysis } from '@lat/rows'
import type { BandId, BandStatus } from '../src/index.js'
import { busyReadings, counts, editCells, slower, tail } from './synthetic-run.js'

export interface PlantedFault {
  readonly name: string
  readonly band: BandId
  readonly status: BandStatus
  /** Code of the reason the band has to give. */
  readonly reason: string
  readonly plant: (run: Analysis) => Analysis
}

const withoutCells = (run: Analysis, gone: (cell: AnalysedCell) => boolean): Analysis => ({ ...run, cells: run.cells.filter((cell) => !gone(cell)) })
const contended = (cell: AnalysedCell): AnalysedCell => ({ ...cell, contended: true })

/** One fault or more for every band, planted in an evidence run; the same run without it has to stay silent. */
export const plantedFaults: readonly PlantedFault[] = [
  { name: 'a cell that completes 97.99 % of its demand', band: 'RATE', status: 'violated', reason: 'under-served', plant: (run) => editCells(run, { name: 'enforce-nonstream-4096-r2' }, (cell) => counts({ ok: Math.floor(cell.counts.demanded * 0.9799) })(cell)) },
  { name: 'a demand that does not follow from the rate', band: 'RATE', status: 'violated', reason: 'demand-differs', plant: (run) => editCells(run, { name: 'enforce-nonstream-4096-r2' }, counts({ demanded: 100, ok: 100, rows: 100, generator: 100 })) },
  { name: 'a run without cells', band: 'RATE', status: 'unevaluable', reason: 'no-cells', plant: (run) => ({ ...run, cells: [] }) },
  { name: 'more drops than 1 % of the demand', band: 'INTEGRITY', status: 'violated', reason: 'dropped', plant: (run) => editCells(run, { name: 'passthrough-nonstream-150-r1' }, (cell) => counts({ dropped: cell.counts.demanded / 100 + 1 })(cell)) },
  { name: 'more failures than 0.05 % of the demand', band: 'INTEGRITY', status: 'violated', reason: 'failed', plant: (run) => editCells(run, { name: 'passthrough-nonstream-150-r1' }, (cell) => ({ ...counts({ failed: Math.floor(cell.counts.demanded / 2_000) + 1 })(cell), failures: { 'status-500': 16 } })) },
  { name: 'a row file 2 % short of the count of the generator', band: 'INTEGRITY', status: 'violated', reason: 'row-count', plant: (run) => editCells(run, { name: 'passthrough-nonstream-150-r1' }, (cell) => counts({ rows: cell.counts.generator * 0.98 })(cell)) },
  { name: 'a run without cells', band: 'INTEGRITY', status: 'unevaluable', reason: 'no-cells', plant: (run) => ({ ...run, cells: [] }) },
  { name: 'an orphan in place of the subject', band: 'IDENTITY', status: 'violated', reason: 'identity-differs', plant: (run) => ({ ...run, identity: run.identity.map((one) => ({ ...one, reported: 'bench-0' })) }) },
  { name: 'nobody asked who answers', band: 'IDENTITY', status: 'unevaluable', reason: 'identity-not-recorded', plant: (run) => ({ ...run, identity: [] }) },
  { name: 'two busy readings in a row', band: 'CONTENTION', status: 'violated', reason: 'busy-in-a-row', plant: (run) => busyReadings(run, [7, 8]) },
  { name: 'eleven busy readings of 106, none adjacent', band: 'CONTENTION', status: 'violated', reason: 'busy-throughout', plant: (run) => busyReadings(run, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21]) },
  { name: 'a sensor that could not be read once', band: 'CONTENTION', status: 'unevaluable', reason: 'idle-unreadable', plant: (run) => ({ ...run, readings: run.readings.map((one, index) => (index === 4 ? { ...one, idlePercent: null } : one)) }) },
  { name: 'a cell without its reading', band: 'CONTENTION', status: 'unevaluable', reason: 'idle-missing', plant: (run) => ({ ...run, readings: run.readings.slice(1) }) },
  { name: 'no readings at all', band: 'CONTENTION', status: 'unevaluable', reason: 'idle-not-recorded', plant: (run) => ({ ...run, readings: [] }) },
  { name: 'a slow direct path', band: 'BAND1', status: 'violated', reason: 'ceiling-reached', plant: (run) => editCells(run, { name: 'direct-payload-4096' }, slower(8_000_000)) },
  { name: 'a direct group nobody calibrated', band: 'BAND1', status: 'uncalibrated', reason: 'uncalibrated', plant: (run) => ({ ...run, cells: run.cells.flatMap((cell) => (cell.name === 'direct-payload-4096' ? [cell, { ...cell, name: 'direct-payload-8192', payloadBytes: 8192 }] : [cell])) }) },
  { name: 'a missing direct group', band: 'BAND1', status: 'unevaluable', reason: 'cells-missing', plant: (run) => withoutCells(run, ({ name }) => name === 'direct-payload-32768') },
  { name: 'a direct cell with too few rows', band: 'BAND1', status: 'unevaluable', reason: 'quantile-unresolved', plant: (run) => editCells(run, { name: 'direct-payload-4096' }, (cell) => ({ ...cell, duration: { ...cell.duration, p50Ns: null } })) },
  { name: '3 ms planted in passthrough', band: 'BAND2', status: 'violated', reason: 'above-window', plant: (run) => editCells(run, { arm: 'passthrough' }, slower(3_000_000)) },
  { name: 'a subject that is not in the path', band: 'BAND2', status: 'violated', reason: 'below-window', plant: (run) => editCells(run, { arm: 'passthrough', payloadBytes: 150, stream: false }, (cell) => ({ ...cell, duration: run.cells[0]!.duration })) },
  { name: 'a run without canaries', band: 'BAND2', status: 'unevaluable', reason: 'cells-missing', plant: (run) => withoutCells(run, ({ canary }) => canary !== null) },
  { name: 'canaries at another rate', band: 'BAND2', status: 'unevaluable', reason: 'rates-differ', plant: (run) => editCells(run, { arm: 'passthrough' }, (cell) => ({ ...cell, ratePerSecond: 77 })) },
  { name: 'enforcement that does not enforce', band: 'BAND3', status: 'violated', reason: 'below-window', plant: (run) => editCells(run, { arm: 'enforce', payloadBytes: 4096 }, (cell) => ({ ...cell, duration: run.cells.find(({ name }) => name === cell.name.replace('enforce', 'passthrough'))!.duration })) },
  { name: 'enforcement at many times its cost', band: 'BAND3', status: 'violated', reason: 'above-window', plant: (run) => editCells(run, { arm: 'enforce', payloadBytes: 4096 }, slower(12_000_000)) },
  { name: 'repetitions that disagree by more than they measure', band: 'BAND3', status: 'violated', reason: 'spread-not-below-median', plant: (run) => editCells(run, { arm: 'enforce', payloadBytes: 4096, repetition: 3 }, slower(5_000_000)) },
  { name: 'three of five repetitions contended', band: 'BAND3', status: 'unevaluable', reason: 'contended', plant: (run) => [1, 2, 3].reduce((all, repetition) => editCells(all, { arm: 'enforce', payloadBytes: 4096, repetition }, contended), run) },
  { name: 'arms that demanded different rates', band: 'BAND3', status: 'unevaluable', reason: 'rates-differ', plant: (run) => editCells(run, { arm: 'enforce', payloadBytes: 4096 }, (cell) => ({ ...cell, ratePerSecond: 77 })) },
  { name: 'enforcement above its advisory at 150 B', band: 'BAND3-SMALL', status: 'advisory', reason: 'above-window', plant: (run) => editCells(run, { arm: 'enforce', payloadBytes: 150, stream: false }, slower(4_000_000)) },
  { name: 'enforcement faster than passthrough at 150 B', band: 'BAND3-SMALL', status: 'advisory', reason: 'below-window', plant: (run) => editCells(run, { arm: 'passthrough', payloadBytes: 150, stream: false }, slower(4_000_000)) },
  { name: 'a missing arm at 150 B', band: 'BAND3-SMALL', status: 'unevaluable', reason: 'cells-missing', plant: (run) => withoutCells(run, ({ arm, payloadBytes }) => arm === 'enforce' && payloadBytes === 150) },
  { name: 'controls that are not there', band: 'CONTROL-AA', status: 'unevaluable', reason: 'cells-missing', plant: (run) => withoutCells(run, ({ arm }) => arm === 'controlb') },
  { name: 'a tail of enforcement far beyond its median', band: 'BAND4', status: 'violated', reason: 'tail-above-allowance', plant: (run) => editCells(run, { arm: 'enforce', payloadBytes: 4096 }, tail(200_000_000)) },
  { name: 'cells too short for a P99', band: 'BAND4', status: 'unevaluable', reason: 'quantile-unresolved', plant: (run) => editCells(run, { payloadBytes: 4096 }, tail(null)) },
  { name: 'streaming enforcement slower than its bound', band: 'BAND3-STREAM', status: 'violated', reason: 'size-above-ceiling', plant: (run) => editCells(run, { arm: 'enforce', stream: true }, slower(6_000_000)) },
  { name: 'streaming enforcement faster than its bound', band: 'BAND3-STREAM', status: 'violated', reason: 'size-above-ceiling', plant: (run) => editCells(run, { arm: 'passthrough', stream: true }, slower(6_000_000)) },
  { name: 'every streaming repetition contended', band: 'BAND3-STREAM', status: 'unevaluable', reason: 'contended', plant: (run) => editCells(run, { arm: 'passthrough', stream: true }, contended) },
  { name: 'a host that slowed down', band: 'BAND5', status: 'violated', reason: 'canary-drift', plant: (run) => editCells(run, { name: 'direct-canary-close-nonstream-150' }, slower(2_500_000)) },
  { name: 'a host that sped up', band: 'BAND5', status: 'violated', reason: 'canary-drift', plant: (run) => editCells(run, { name: 'direct-canary-open-nonstream-150' }, slower(2_500_000)) },
  { name: 'a host whose tail grew', band: 'BAND5', status: 'violated', reason: 'canary-drift', plant: (run) => editCells(run, { name: 'direct-canary-close-nonstream-150' }, tail(60_000_000)) },
  { name: 'a missing closing canary', band: 'BAND5', status: 'unevaluable', reason: 'cells-missing', plant: (run) => withoutCells(run, ({ canary }) => canary === 'close') },
  { name: 'canaries too short for a P99', band: 'BAND5', status: 'unevaluable', reason: 'quantile-unresolved', plant: (run) => editCells(run, { name: 'direct-canary-open-nonstream-150' }, tail(null)) },
]
