import { rng } from '@lat/estimators/rng'
import { describe, expect, it } from 'vitest'
import { separations } from '../../src/decide/separations.js'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import { makeRun } from '../make-runs.js'

const uniform = rng('separations').uniform
const table = Array.from({ length: 5 }, () => Array.from({ length: 2000 }, () => Math.round(uniform() * 100_000)))
const noise = (round: number, target: number) => table[target % 5]![round]!
const extraNs: Record<string, number> = { direct: 0, nginx: 200_000, haproxy: 201_000, portkey: 4_000_000 }
const names = Object.keys(extraNs)
const merged = (runs = 1) => mergeRuns(Array.from({ length: runs }, (_, number) => makeRun({ number, targetNames: names, roundCount: 300, latencyNs: (target, round) => 400_000 + extraNs[target]! + noise(round + number * 31, names.indexOf(target)) })))

describe('separations', () => {
  it('separates what differs and not what is nearly the same, with every pair counted', () => {
    const found = separations(merged(), ['nginx', 'haproxy', 'portkey'], 5000)
    expect(found.map(({ treatment, baseline, verdict }) => `${treatment} - ${baseline} ${verdict}`)).toEqual(['haproxy - nginx not separated', 'portkey - nginx separated', 'portkey - haproxy separated'])
    expect(found.every(({ pValue, adjustedP }) => adjustedP! >= pValue!)).toBe(true)
  })

  it('plans a new run for a near tie, longer the nearer it is', () => {
    const [tie] = separations(merged(), ['nginx', 'haproxy', 'portkey'], 0)
    expect(tie!.minimumDetectableNs).toBeGreaterThan(Math.abs(tie!.p50Ns))
    expect(tie!.roundsToSeparate).toBeGreaterThan(300)
  })

  it('does not believe a difference below the resolution floor', () => {
    expect(separations(merged(), ['nginx', 'portkey'], 5_000_000)).toMatchObject([{ verdict: 'not separated', belowFloor: true }])
  })

  it('asks for the difference in every run, from three runs on', () => {
    // one run in which a is slower, two in which it is faster, each far beyond its noise
    const runs = [300_000, -300_000, -300_000].map((shiftNs, number) => makeRun({ number, targetNames: ['direct', 'a', 'b'], roundCount: 200, latencyNs: (target, round) => 1_000_000 + noise(round, target.charCodeAt(0)) + (target === 'a' ? shiftNs : 0) }))
    expect(separations(mergeRuns(runs), ['a', 'b'], 0)).toMatchObject([{ verdict: 'not separated' }])
    expect(separations(mergeRuns(runs.slice(0, 1)), ['a', 'b'], 0)).toMatchObject([{ verdict: 'separated' }])
  })

  it('knows nothing of a single target', () => {
    expect(separations(merged(), ['nginx'], null)).toEqual([])
  })
})
