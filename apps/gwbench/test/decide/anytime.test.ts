import { describe, expect, it } from 'vitest'
import { anytime, ROUNDS_PER_BLOCK } from '../../src/decide/anytime.js'
import { makeRun } from '../make-runs.js'

const noise = (round: number) => ((round * 7919) % 101) * 100
const { rounds } = makeRun({ targetNames: ['direct', 'a'], roundCount: 20 * ROUNDS_PER_BLOCK, latencyNs: (target, round) => 100_000 + (target === 'a' ? 50_000 + noise(round) : 0) })
const watch = { targetNames: ['direct', 'a'], watched: [1], directIndex: 0 }

describe('anytime', () => {
  it('knows an overhead once the interval that holds at every look is narrow enough', () => {
    const found = anytime(rounds, { ...watch, untilNs: 5000 })
    expect(found).toMatchObject({ reached: true, rounds: 400, targets: [{ name: 'a', known: true }] })
    const { lowNs, highNs } = found.targets[0]!
    expect(lowNs! < 55_000 && 55_000 < highNs! && highNs! - lowNs! <= 10_000).toBe(true)
  })

  it('knows nothing before the first blocks are whole', () => {
    expect(anytime(rounds.slice(0, ROUNDS_PER_BLOCK - 1), { ...watch, untilNs: 1e9 })).toMatchObject({ reached: false, targets: [{ lowNs: null, highNs: null, known: false }] })
    expect(anytime(rounds.slice(0, 6 * ROUNDS_PER_BLOCK), { ...watch, untilNs: 1e9 })).toMatchObject({ reached: false })
  })

  it('does not know what stays wide', () => {
    expect(anytime(rounds, { ...watch, untilNs: 1 })).toMatchObject({ reached: false })
  })
})
