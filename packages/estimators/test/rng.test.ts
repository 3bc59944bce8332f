import { describe, expect, it } from 'vitest'
import { rng, seedKey } from '../src/rng.js'

describe('rng', () => {
  it('gives the same stream for the same key and another for another', () => {
    const a = rng('cell-1')
    const b = rng('cell-1')
    const c = rng('cell-2')
    const first = [a.uniform(), a.uniform(), a.integer(1000)]
    expect([b.uniform(), b.uniform(), b.integer(1000)]).toEqual(first)
    expect([c.uniform(), c.uniform(), c.integer(1000)]).not.toEqual(first)
    expect(a.key).toBe('cell-1')
  })
  it('is untouched by Math.random and by other streams', () => {
    const alone = rng('k')
    const first = [alone.uniform(), alone.uniform()]
    const beside = rng('k')
    const interrupted = [beside.uniform()]
    Math.random()
    rng('other').uniform()
    expect([...interrupted, beside.uniform()]).toEqual(first)
  })
  it('tells apart characters that share their low eight bits', () => {
    expect(rng('\u0101').uniform()).not.toBe(rng('\u0001').uniform())
    expect(rng('é').uniform()).not.toBe(rng('e').uniform())
  })
  it('draws whole numbers below the bound, all of them', () => {
    const { integer } = rng('dice')
    const seen = new Set(Array.from({ length: 200 }, () => integer(6)))
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect(integer(1)).toBe(0)
    expect(() => integer(0)).toThrow('bound is 0')
    expect(() => integer(1.5)).toThrow('bound is 1.5')
  })
  it('shuffles a copy', () => {
    const items = Object.freeze(['a', 'b', 'c', 'd', 'e'])
    expect([...rng('s').shuffle(items)].sort()).toEqual(items)
    const places = new Set(Array.from({ length: 60 }, (_, i) => rng(`s${i}`).shuffle([1, 2, 3]).join('')))
    expect(places.size).toBe(6)
  })
  it('draws exponential gaps with mean 1', () => {
    const { exponential } = rng('gaps')
    let sum = 0
    let beyond = 0
    for (let i = 0; i < 20000; i++) {
      const gap = exponential()
      sum += gap
      if (gap > 1) beyond++
    }
    expect(sum / 20000).toBeCloseTo(1, 1)
    expect(beyond / 20000).toBeCloseTo(Math.exp(-1), 1)
  })
  it.each([[''], [undefined], [null], [1], [{}]])('refuses the key %j, with which the generator underneath would seed itself', (key) => {
    expect(() => rng(key as string)).toThrow(expect.objectContaining({ code: 'LAT_EST_SEED_REQUIRED' }))
  })
})

describe('seedKey', () => {
  it('names its parts, in printable ASCII', () => {
    expect(seedKey('run', 'é', 0.99)).toBe('["run","\\u00e9",0.99]')
  })
  it('gives different keys for different parts', () => {
    const keys = [seedKey('a', 'b'), seedKey('a,b'), seedKey('a","b'), seedKey('1'), seedKey(1), seedKey('é'), seedKey('\\u00e9')]
    expect(new Set(keys).size).toBe(keys.length)
  })
  it.each([[[]], [['a', '']], [[NaN]], [[undefined as unknown as string]]])('refuses %j', (parts) => {
    expect(() => seedKey(...parts)).toThrow(expect.objectContaining({ code: 'LAT_EST_BAD_OPTION' }))
  })
})
