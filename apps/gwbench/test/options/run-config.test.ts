import { describe, expect, it } from 'vitest'
import { runConfig } from '../../src/options/run-config.js'
import type { RawRunOptions } from '../../src/options/run-config.js'

const direct = 'http://127.0.0.1:18000/v1/chat/completions'
const target = `v2|http://127.0.0.1:18080/v1/chat/completions|`

function faults(raw: RawRunOptions): string {
  try {
    runConfig(raw)
  } catch (error) {
    expect(error).toMatchObject({ code: 'LAT_GWBENCH_USAGE' })
    return (error as Error).message
  }
  throw new Error('was accepted')
}

describe('runConfig', () => {
  it('means the embedded demo when no target is named', () => {
    expect(runConfig({})).toMatchObject({ direct: null, targets: [], rounds: 500, warmupRounds: 50, runs: 3, cadence: { kind: 'primed' }, maximumLoad: 4, waitMs: 0, control: 'aa' })
  })

  it('reads targets however they are named', () => {
    const { targets, direct: upstream } = runConfig({ direct: `${direct}|keys/direct`, target: [target, target.replace('v2', 'v3')], litellm: 'http://127.0.0.1:4000/v1/chat/completions|keys/l' })
    expect(targets.map(({ name, keyFile }) => [name, keyFile])).toEqual([['litellm', 'keys/l'], ['v2', null], ['v3', null]])
    expect(upstream).toEqual({ name: 'direct', url: direct, keyFile: 'keys/direct' })
  })

  it('reads numbers that the parser left as numbers or as text', () => {
    expect(runConfig({ rounds: 2000, warmup: '200', runs: 8, wait: '2h', maxLoad: 2.5, seed: 7 })).toMatchObject({ rounds: 2000, warmupRounds: 200, runs: 8, waitMs: 7_200_000, maximumLoad: 2.5, seed: '7' })
  })

  it('takes two targets as instances of the same gateway', () => {
    expect(runConfig({ direct, target: [target, target.replace('v2', 'w2')], aa: 'v2|w2', parallelism: 'v2|GOMAXPROCS=8' })).toMatchObject({ twin: { treatment: 'w2', baseline: 'v2' } })
  })

  it('lists every fault in one message', () => {
    const message = faults({ direct, target: [target, target], rounds: 0, cadence: 'fast', wait: '2d', maxLoad: 'x', control: 'b', aa: 'v2|v9', parallelism: 'v9|1' })
    for (const part of ['two targets are named "v2"', '--rounds is "0"', '--cadence is "fast"', '--wait is "2d"', '--max-load is "x"', '--control is "b"', '--aa names "v9"', '--parallelism names "v9"']) expect(message).toContain(part)
  })

  it.each<[string, RawRunOptions, string]>([
    ['targets without an upstream', { target }, '--direct is missing'],
    ['an upstream without targets', { direct }, 'at least one gateway'],
    ['a name that belongs to a control', { direct, target: target.replace('v2', 'control-x') }, 'belong to the controls'],
    ['an option given twice', { rounds: [1, 2] }, '--rounds is given 2 times'],
    ['an option without its value', { seed: true }, '--seed needs a value'],
    ['a password in the URL of the upstream', { direct: 'http://u:sk-planted@h/v1', target }, 'put the key into a file'],
  ])('refuses %s', (_, raw, expected) => {
    expect(faults(raw)).toContain(expected)
    expect(faults(raw)).not.toContain('sk-planted')
  })
})
