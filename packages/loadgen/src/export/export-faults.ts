import type { CheckedCellSpec } from '../parse-cell-spec.js'
import { wholeRate } from './whole-rate.js'

/** What an export would have to leave out, and with it the likeness of the two loads. */
export function exportFaults({ arms, arrivals, shard, slotOrder, chunkTimes, startAtEpochMs, plantedBlock, ratePerSecond }: CheckedCellSpec, engine: 'k6' | 'vegeta'): string[] {
  const expected = arms.find(({ expect }) => expect !== 'any')?.expect
  return [
    ...(arms.length > 1 ? [`${engine} gets one arm, it got ${arms.length}: export each by itself`] : []),
    ...(arrivals === 'poisson' ? [`${engine} has no Poisson arrivals`] : []),
    ...(shard.count > 1 ? [`${engine} does not shard a schedule: give each machine its part of the rate`] : []),
    ...(expected === undefined ? [] : [`${engine} looks at the status alone, not for "${expected}" in the answer`]),
    ...(slotOrder === 'fifo' ? [] : [`${engine} has no slot order`]),
    ...(chunkTimes === 0 ? [] : [`${engine} keeps no times of chunks`]),
    ...(startAtEpochMs === null ? [] : [`${engine} has no start time: start the script then`]),
    ...(plantedBlock === null ? [] : [`${engine} has no loop of this generator to block`]),
    ...(wholeRate(ratePerSecond) === null ? [`${ratePerSecond} per second is too low for whole arrivals in whole seconds, which is what ${engine} takes`] : []),
  ]
}
