import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRounds } from '../../src/rounds-file/decode-rounds.js'
import { encodeRounds } from '../../src/rounds-file/encode-rounds.js'
import { makeRun } from '../make-runs.js'

describe('encodeRounds', () => {
  it('writes one line per timed request, in the order they were sent', () => {
    const lines = encodeRounds([makeRun({ roundCount: 1, plantedNs: (target) => (target === 'a' ? 7 : null) })]).split('\n')
    expect(lines[0]).toBe('# lat-gwbench-rounds 1 {"cadence":"primed","targetNames":["direct","a"],"bodyBytes":80,"runs":[{"number":0,"kept":true,"loadStart":0.5,"loadEnd":0.7}]}')
    expect(lines[1]).toBe('run,phase,round,position,target,writtenNs,firstByteNs,lastByteNs,plantedNs,reconnected')
    expect(lines.slice(2).sort()).toEqual(['', '0,timed,0,0,direct,10,99995,100000,,0', '0,timed,0,1,a,10,149995,150000,7,0', '0,warmup,0,0,direct,10,99995,100000,,0', '0,warmup,0,1,a,10,149995,150000,7,0'])
  })
})

describe('decodeRounds', () => {
  it('gives back every run, discarded ones too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 4 }), fc.nat({ max: 1e12 }), (runCount, roundCount, targetCount, spread) => {
        const targetNames = ['direct', 'a', 'b-2', 'c.3'].slice(0, targetCount)
        const runs = Array.from({ length: runCount }, (_, number) =>
          makeRun({ number, kept: number !== 1, roundCount, targetNames, loadEnd: number === 1 ? null : 0.25, latencyNs: (_target, round, position) => 5 + ((spread * (round + 1)) % 1e9) + position, plantedNs: (target, round) => (target === 'a' ? round : null) }),
        )
        expect(decodeRounds(encodeRounds(runs), 'x.csv')).toEqual(runs)
      }),
    )
  })

  const good = encodeRounds([makeRun({ roundCount: 2 })])
  const line = (index: number, change: (line: string) => string) => good.split('\n').map((each, at) => (at === index ? change(each) : each)).join('\n')
  it.each([
    ['a file that was cut', good.slice(0, -1), 'x.csv:8: the last line has no line end'],
    ['another file', 'a,b\n', 'x.csv:1: the first line'],
    ['a broken header', line(0, (text) => text.slice(0, -1)), 'x.csv:1: the header is not JSON'],
    ['a header without runs', line(0, (text) => text.replace(/"runs":.*/, '"runs":[]}')), 'x.csv:1: the header is not complete: runs'],
    ['an unknown cadence', line(0, (text) => text.replace('primed', 'fast')), 'x.csv:1: "fast" is not a cadence'],
    ['other columns', line(1, (text) => `${text},x`), 'x.csv:2: the columns'],
    ['a missing field', line(4, (text) => text.replace(/,[^,]*$/, '')), 'x.csv:5: 9 fields'],
    ['a negative mark', line(4, (text) => text.replace(/,10,/, ',-10,')), 'x.csv:5: a number'],
    ['a mark that is missing', line(4, (text) => text.replace(/,10,/, ',,')), 'x.csv:5: a number'],
    ['an unknown run', line(4, (text) => text.replace(/^0/, '3')), 'x.csv:5: there is no phase "timed" of run 3'],
    ['an unknown target', line(4, (text) => text.replace(/,(a|direct),/, ',zz,')), 'x.csv:5: round 0 timed 0 holds one line for each of direct, a'],
    ['a request that is missing', good.split('\n').filter((_, at) => at !== 5).join('\n'), 'x.csv:6: round 0 timed 0 holds'],
    ['a round that is missing', good.split('\n').filter((_, at) => at !== 4 && at !== 5).join('\n'), 'x.csv:5: round 1 follows 0 rounds'],
    ['an unfinished last round', good.split('\n').filter((_, at) => at !== 7).join('\n'), 'x.csv:7: round 0 timed 1 is not complete'],
  ])('refuses %s', (_, text, expected) => {
    expect(() => decodeRounds(text, 'x.csv')).toThrowError(expect.objectContaining({ code: 'LAT_GWBENCH_ROUNDS_FILE', message: expect.stringContaining(expected) }))
  })
})
