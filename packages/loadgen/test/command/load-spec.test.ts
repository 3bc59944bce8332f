import { describe, expect, it } from 'vitest'
import { FLAG_OPTIONS, OPTION_ALIASES } from '../../src/command/command-options.js'
import { loadSpec } from '../../src/command/load-spec.js'
import { RawOptions } from '../../src/command/raw-options.js'

const spec = (words: string[], targets = ['http://127.0.0.1:8080/'], flags: Record<string, unknown> = {}) => loadSpec(targets, new RawOptions(words, OPTION_ALIASES, FLAG_OPTIONS), flags)

describe('loadSpec', () => {
  it('reads the options that users of other generators type', () => {
    const made = spec(['-q', '500', '-z', '1m', '-c', '100', '-H', 'X-Key: a:b', '-m', 'PUT', '-t', '2s', '--body', '007'])
    expect(made).toMatchObject({ ratePerSecond: 500, steadyMs: 60_000, slots: 100, requestTimeoutMs: 2000, assignment: 'cell' })
    expect(made.arms[0]).toEqual({ name: 'target', url: 'http://127.0.0.1:8080/', method: 'PUT', headers: { 'X-Key': 'a:b' }, expect: 'any', body: '007' })
  })

  it('takes a value that is attached to its option', () => {
    expect(spec(['-r500', '--duration=3s', '-c=7'])).toMatchObject({ ratePerSecond: 500, steadyMs: 3000, slots: 7 })
  })

  it('keeps every value of a header that is given twice', () => {
    expect(spec(['-H', 'X-A: 1', '-H', 'x-b: 3', '-H', 'X-A: 2']).arms[0]!.headers).toEqual({ 'X-A': ['1', '2'], 'x-b': '3' })
  })

  it('sends GET without a body and POST with one', () => {
    expect([spec([]).arms[0]!.method, spec(['--body', 'x']).arms[0]!.method]).toEqual(['GET', 'POST'])
  })

  it('interleaves several targets, by name where they have one', () => {
    const made = spec(['--assignment', 'block'], ['direct=http://127.0.0.1:1/?a=http://x', 'http://127.0.0.1:2/'])
    expect(made.assignment).toBe('block')
    expect(made.arms.map(({ name, url }) => [name, url])).toEqual([['direct', 'http://127.0.0.1:1/?a=http://x'], ['target-2', 'http://127.0.0.1:2/']])
  })

  it('places the steady phase after warm-up and gap', () => {
    expect(spec(['--warmup', '10s', '--gap', '2s'])).toMatchObject({ warmupMs: 10_000, steadyStartMs: 12_000 })
  })

  it('reads shards and start times', () => {
    expect(spec(['--shard', '1/3', '--start-at', '2026-10-01T12:00:00Z'])).toMatchObject({ shard: { index: 1, count: 3 }, startAtEpochMs: Date.UTC(2026, 9, 1, 12) })
    expect(spec(['--start-at', '1700000000.5'])).toMatchObject({ startAtEpochMs: 1_700_000_000_500 })
  })

  it.each([
    [['--rate', 'fast'], '--rate fast'],
    [['--duration', '60'], '--duration 60'],
    [['--slots', '1.5'], '--slots 1.5'],
    [['--expect', 'xml'], '--expect xml is not one of any, json, sse'],
    [['--shard', '1'], '--shard 1'],
    [['--start-at', 'noon'], '--start-at noon'],
    [['--chunk-times', '5'], '--chunk-times 5 needs --expect sse'],
    [['--body-file', '/nowhere/at/all'], '--body-file /nowhere/at/all cannot be read'],
  ])('refuses %j, naming the option', (words, message) => {
    expect(() => spec(words)).toThrow(message)
  })

  it('never repeats the value of a header', () => {
    expect(() => spec(['-H', 'secret-key'])).toThrow(/^((?!secret).)*$/)
  })

  it('refuses to run without a target', () => {
    expect(() => spec([], [])).toThrow('No target given')
  })
})
