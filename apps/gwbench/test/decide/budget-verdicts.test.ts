import { describe, expect, it } from 'vitest'
import { budgetVerdicts } from '../../src/decide/budget-verdicts.js'
import { parseBudget } from '../../src/decide/parse-budget.js'
import type { Budget } from '../../src/decide/parse-budget.js'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import { makeRun } from '../make-runs.js'

const noise = (round: number) => ((round * 7919) % 101) * 1000
const run = (number: number) => makeRun({ number, targetNames: ['direct', 'a', 'b'], roundCount: 400, latencyNs: (target, round) => 100_000 + (target === 'direct' ? 0 : target === 'a' ? 300_000 + noise(round) : 900_000 + noise(round * 3)) })
const verdicts = (texts: readonly string[], runs = [run(0)]) => budgetVerdicts(mergeRuns(runs), texts.map((text) => parseBudget(text) as Budget), ['a', 'b'])

describe('budgetVerdicts', () => {
  it('says of every target whether it keeps a budget', () => {
    expect(verdicts(['500us']).map(({ treatment, baseline, verdict }) => [treatment, baseline, verdict])).toEqual([['a', 'direct', 'within'], ['b', 'direct', 'outside']])
  })

  it('holds one target to another', () => {
    expect(verdicts(['b/a:1ms'])).toMatchObject([{ treatment: 'b', baseline: 'a', verdict: 'within', limitNs: 1_000_000 }])
  })

  it('leaves open what the interval straddles', () => {
    const { estimateNs, lowNs, highNs } = verdicts(['a:p50=500us'])[0]!
    expect(lowNs! < estimateNs && estimateNs < highNs!).toBe(true)
    expect(verdicts([`a:p50=${Math.round(estimateNs)}ns`])).toMatchObject([{ verdict: 'unresolved' }])
  })

  it('judges p99 by the shift of the quantile', () => {
    expect(verdicts(['a:p99=1ms'])).toMatchObject([{ quantity: 'p99', verdict: 'within', basis: 'over rounds' }])
  })

  it('rests on the runs as soon as there are three', () => {
    expect(verdicts(['a:500us', 'a:p99=1ms'], [run(0), run(1), run(2)]).map(({ basis, verdict }) => [basis, verdict])).toEqual([['across runs', 'within'], ['across runs', 'within']])
  })
})
