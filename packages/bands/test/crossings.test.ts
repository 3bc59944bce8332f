import { describe, expect, it } from 'vitest'
import { crossings, loadProfile } from '../src/index.js'
import golden from './golden/published-tables.json' with { type: 'json' }
import { editCells, syntheticRun } from './synthetic-run.js'

const run = syntheticRun(loadProfile('provisional'), 'evidence')

/** The run with its paired P50 deltas set, in us, by payload. */
function withDeltas(deltasUs: Readonly<Record<number, number>>): typeof run {
  return Object.entries(deltasUs).reduce(
    (all, [payloadBytes, deltaUs]) =>
      editCells(all, { arm: 'enforce', payloadBytes: Number(payloadBytes), stream: false }, (cell) => {
        const other = all.cells.find(({ name }) => name === cell.name.replace('enforce', 'passthrough'))!
        return { ...cell, duration: { ...cell.duration, p50Ns: other.duration.p50Ns! + deltaUs * 1000 } }
      }),
    run,
  )
}

describe('crossings', () => {
  const [table] = golden.earlierRun.tables
  const earlier = withDeltas(Object.fromEntries(table!.rows.map(({ promptBytes, pairedDeltaUs }) => [promptBytes, pairedDeltaUs])))

  it.each(table!.derivations.map((one, index) => ({ ...one, derivation: ['slope-below', 'whole-delta', 'slope-above'][index]! })))(
    'reads the published $crossing500usBytes B off the rounded deltas of an earlier run, to a byte, by $derivation',
    ({ derivation, crossing500usBytes }) => {
      const ours = crossings(earlier).find((one) => one.derivation === derivation && one.targetNs === 500_000)!
      expect(Math.abs(ours.crossingBytes! - crossing500usBytes)).toBeLessThan(1.5)
      expect(ours.inside).toBe(derivation !== 'slope-above')
    },
  )

  it('passes every line through the anchor, at the rate of the anchor', () => {
    const [first] = crossings(run, { anchorBytes: 4096, targetsNs: [2_300_000] })
    expect(first).toMatchObject({ crossingBytes: 4096, inside: true, ratePerSecond: 150, fromBytes: 150, toBytes: 4096 })
    expect(crossings(run, { anchorBytes: 32_768, targetsNs: [1] }).map(({ derivation }) => derivation)).toEqual(['slope-below', 'whole-delta'])
    expect(crossings(run, { anchorBytes: 150, targetsNs: [1] }).map(({ derivation, fromBytes, toBytes }) => [derivation, fromBytes, toBytes])).toEqual([
      ['whole-delta', 0, 150],
      ['slope-above', 150, 4096],
    ])
  })

  it('lies inside its segment at either end of it', () => {
    const at = crossings(run, { targetsNs: [2_300_000] })
    expect(at.map(({ derivation, crossingBytes, inside }) => [derivation, crossingBytes, inside])).toEqual([
      ['slope-below', 4096, true],
      ['whole-delta', 4096, true],
      ['slope-above', 4096, true],
    ])
    expect(at[1]).toMatchObject({ fromBytes: 0, toBytes: 4096, nsPerByte: 2_300_000 / 4096 })
  })

  it('reads a line that rises by less than one nanosecond a byte', () => {
    const gentle = withDeltas({ 150: 60, 4096: 61, 32768: 62 })
    expect(crossings(gentle, { targetsNs: [500_000] }).every(({ crossingBytes }) => crossingBytes !== null)).toBe(true)
  })

  it('needs one clean repetition of each size', () => {
    const busy = [1, 2, 3, 4].reduce((all, repetition) => editCells(all, { arm: 'enforce', payloadBytes: 150, stream: false, repetition }, (cell) => ({ ...cell, contended: true })), run)
    expect(crossings(busy, { targetsNs: [1] }).map(({ derivation }) => derivation)).toEqual(['slope-below', 'whole-delta', 'slope-above'])
  })

  it('never reaches a budget on a line that does not rise', () => {
    const flat = withDeltas({ 150: 60, 4096: 60, 32768: 20 })
    const at = crossings(flat, { targetsNs: [500_000] })
    expect(at.map(({ derivation, crossingBytes, inside }) => [derivation, crossingBytes === null, inside])).toEqual([
      ['slope-below', true, false],
      ['whole-delta', false, false],
      ['slope-above', true, false],
    ])
  })

  it('has nothing to say where the anchor was not measured', () => {
    expect(crossings(run, { anchorBytes: 1000 })).toEqual([])
    expect(crossings({ ...run, cells: [] })).toEqual([])
  })

  it('leaves contended repetitions out, and a size of which none is left', () => {
    const busy = editCells(run, { arm: 'enforce', payloadBytes: 150, stream: false }, (cell) => ({ ...cell, contended: true }))
    expect(crossings(busy, { targetsNs: [1] }).map(({ derivation }) => derivation)).toEqual(['whole-delta', 'slope-above'])
  })
})
