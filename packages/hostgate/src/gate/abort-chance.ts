import type { QuiescenceRules } from './quiescence.js'

/**
 * Chance, from 0 to 1, that the quiescence rules stop a run of so many readings: two dips in a row, or too many in all.
 *
 * Takes each reading as a dip with the same chance, estimated from recent readings as (dips + 1/2) / (readings + 1), the
 * mean of the Jeffreys posterior, so that a few quiet minutes do not promise a quiet hour. Dips come in bursts, which
 * makes two in a row likelier than this says: read it as a lower bound.
 */
export function abortChance(recentIdlePercent: readonly number[], plannedReadings: number, rules: Pick<QuiescenceRules, 'floorPercent' | 'pervasivePercent'>): number {
  const dips = recentIdlePercent.filter((percent) => percent < rules.floorPercent).length
  const dip = (dips + 0.5) / (recentIdlePercent.length + 1)
  const most = Math.floor((plannedReadings * rules.pervasivePercent) / 100)
  // chance[count][last was a dip], over sequences without two dips in a row
  let chance = Array.from({ length: most + 1 }, () => [0, 0] as [number, number])
  chance[0]![0] = 1
  for (let reading = 0; reading < plannedReadings; reading += 1) {
    chance = chance.map(([quiet, dipped], count) => [(quiet + dipped) * (1 - dip), count === 0 ? 0 : chance[count - 1]![0] * dip])
  }
  return 1 - chance.reduce((sum, [quiet, dipped]) => sum + quiet + dipped, 0)
}
