import { describe, expect, it } from 'vitest'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import { difference } from '../../src/report/difference.js'
import { plantedControl } from '../../src/report/planted-control.js'
import { positionEffects } from '../../src/report/position-effects.js'
import { twinControl } from '../../src/report/twin-control.js'
import { makeRun } from '../make-runs.js'

const noise = (round: number) => ((round * 7919) % 101) * 100

describe('difference', () => {
  it('takes quantiles of the differences inside rounds, and beside them the difference of the quantiles', () => {
    // differences 0, 0, 900 and 0: one round was slow through a, another direct; the distributions are the same
    const latencies: Record<string, number[]> = { direct: [100, 100, 100, 1000], a: [100, 100, 1000, 1000] }
    const run = makeRun({ latencyNs: (target, round) => latencies[target]![round]! })
    const { pairedNs, shiftNs, count, perRun } = difference(mergeRuns([run]), 'a', 'direct')
    expect({ count, paired: pairedNs.p50Ns, shift: shiftNs.p50Ns, perRun }).toEqual({ count: 4, paired: 0, shift: 450, perRun: [{ run: 0, p50Ns: 0 }] })
  })

  it('gives an interval across runs from three runs on', () => {
    const runs = [0, 1, 2].map((number) => makeRun({ number, roundCount: 20, latencyNs: (target, round) => 1000 + noise(round) + (target === 'a' ? 500 + number : 0) }))
    expect(difference(mergeRuns(runs.slice(0, 2)), 'a', 'direct').acrossRuns).toBeNull()
    const { acrossRuns, pairedNs } = difference(mergeRuns(runs), 'a', 'direct')
    expect(pairedNs.p50Ns).toBe(501)
    expect(acrossRuns!.lowNs! < 501 && acrossRuns!.highNs! > 501).toBe(true)
  })
})

describe('twinControl', () => {
  const twins = (shiftNs: number) => mergeRuns([makeRun({ roundCount: 400, targetNames: ['direct', 'a', 'twin'], latencyNs: (target, round) => 100_000 + (target === 'a' ? noise(round) : noise(round * 31 + 5)) + (target === 'twin' ? shiftNs : 0) })])

  it('accepts a null, and names the smallest difference it can tell from one', () => {
    const control = twinControl(twins(0), 'twin', 'a')
    expect(control.withinThreeErrors).toBe(true)
    expect(control.resolutionFloorNs).toBeGreaterThanOrEqual(Math.abs(control.pairedNs.p50Ns))
  })

  it('sees instances that differ', () => {
    expect(twinControl(twins(5000), 'twin', 'a')).toMatchObject({ withinThreeErrors: false })
  })

  it('takes the larger error where instances differ from start to start', () => {
    const shifts = [2000, -1500, 900]
    const control = twinControl(mergeRuns(shifts.map((shiftNs, number) => makeRun({ number, roundCount: 400, targetNames: ['direct', 'a', 'twin'], latencyNs: (target) => (target === 'twin' ? 100_000 + shiftNs : 100_000) }))), 'twin', 'a')
    // Over rounds there is no noise at all; the standard deviation of 2000, -1500 and 900 over the root of 3.
    expect(control.standardErrorNs).toBeCloseTo(1033.33, 1)
    expect(control.withinThreeErrors).toBe(true)
  })

  it('leaves the question open for too few rounds', () => {
    expect(twinControl(mergeRuns([makeRun({ roundCount: 2, targetNames: ['direct', 'a', 'twin'] })]), 'twin', 'a')).toMatchObject({ withinThreeErrors: null, resolutionFloorNs: null })
  })
})

describe('plantedControl', () => {
  const plant = (recordedNs: number, appliedNs: number) =>
    mergeRuns([makeRun({ roundCount: 50, targetNames: ['direct', 'relay', 'planted'], latencyNs: (target, round) => 100_000 + noise(round) + (target === 'direct' ? 0 : 200_000) + (target === 'planted' ? appliedNs : 0), plantedNs: (target) => (target === 'planted' ? recordedNs : null) })])

  it('recovers what the plant measured, not what it was asked for', () => {
    expect(plantedControl(plant(3_100_000, 3_110_000), 'planted', 'relay')).toMatchObject({ recordedNs: 3_100_000, recoveredNs: 3_110_000, transparentNs: 200_000, recoveredWithinTwoPercent: true, transparentBelowAFifth: true })
  })

  it.each([
    [3_060_000, true],
    [2_940_000, true],
    [3_060_001, false],
    [2_939_999, false],
  ])('bounds its error at 2 %% of the recorded delay: %i ns of 3 ms', (appliedNs, within) => {
    expect(plantedControl(plant(3_000_000, appliedNs), 'planted', 'relay').recoveredWithinTwoPercent).toBe(within)
  })

  it('does not accept a relay that costs a fifth of the plant', () => {
    expect(plantedControl(plant(1_000_000, 1_000_000), 'planted', 'relay').transparentBelowAFifth).toBe(false)
  })

  it('refuses a plant that does not say how long it held an answer', () => {
    expect(() => plantedControl(mergeRuns([makeRun({ targetNames: ['direct', 'relay', 'planted'] })]), 'planted', 'relay')).toThrowError('x-lat-planted-ns')
  })
})

describe('positionEffects', () => {
  const withFirstSlow = makeRun({ roundCount: 300, targetNames: ['direct', 'a', 'b'], latencyNs: (target, round, position) => 100_000 + noise(round) + (target === 'direct' ? 0 : 50_000) + (position === 0 ? 2_000_000 : 0) })

  it('sees what the first place of a round costs, and that every target paid it equally often', () => {
    const [first, second] = positionEffects(mergeRuns([withFirstSlow]))
    expect(first).toMatchObject({ position: 0, fewestVisits: 100, mostVisits: 100 })
    expect(first!.effectNs - second!.effectNs).toBeGreaterThan(1_900_000)
  })

  it('is kept out of the paired medians by the balance of the orders', () => {
    expect(difference(mergeRuns([withFirstSlow]), 'b', 'a').pairedNs.p50Ns).toBe(0)
  })
})
