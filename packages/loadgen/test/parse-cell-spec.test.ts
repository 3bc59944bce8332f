import { describe, expect, it } from 'vitest'
import type { ArmSpec, CellSpec } from '../src/cell-spec.js'
import { LoadgenInputError } from '../src/errors.js'
import { parseCellSpec } from '../src/parse-cell-spec.js'

const arm = (change: Partial<ArmSpec> = {}): ArmSpec => ({ name: 'direct', url: 'http://127.0.0.1:1/', ...change })
const cell = (change: Partial<CellSpec> = {}): CellSpec => ({ name: 'c', arms: [arm()], assignment: 'cell', seed: 's', ratePerSecond: 500, warmupMs: 10_000, steadyStartMs: 12_000, steadyMs: 60_000, ...change })

function refusal(change: Partial<CellSpec>): string {
  try {
    parseCellSpec(cell(change))
  } catch (error) {
    expect(error).toBeInstanceOf(LoadgenInputError)
    expect((error as LoadgenInputError).code).toBe('LAT_LOAD_BAD_SPEC')
    return (error as Error).message
  }
  throw new Error('was accepted')
}

describe('parseCellSpec', () => {
  it('fills in what a cell does not say', () => {
    expect(parseCellSpec(cell())).toMatchObject({ slots: 40, slotOrder: 'fifo', arrivals: 'constant', pacing: 'worker', requestTimeoutMs: 30_000, graceMs: 10_000, blockMs: 250, allowRemote: false })
    expect(parseCellSpec(cell()).arms[0]).toMatchObject({ method: 'POST', expect: 'any', body: null, headers: {} })
  })

  it('encodes a body once', () => {
    expect(parseCellSpec(cell({ arms: [arm({ body: 'é' })] })).arms[0]!.body).toEqual(Uint8Array.of(0xc3, 0xa9))
  })

  it.each([
    ['a rate of zero', { ratePerSecond: 0 }, 'ratePerSecond'],
    ['a rate that is no number', { ratePerSecond: NaN }, 'ratePerSecond'],
    ['a rate without end', { ratePerSecond: Infinity }, 'ratePerSecond'],
    ['a rate above 100000', { ratePerSecond: 100_001 }, 'ratePerSecond'],
    ['no steady phase', { steadyMs: 0 }, 'steadyMs'],
    ['half a slot', { slots: 1.5 }, 'slots'],
    ['no slot', { slots: 0 }, 'slots'],
    ['10001 slots', { slots: 10_001 }, 'slots'],
    ['an empty seed', { seed: '' }, 'seed'],
    ['more marks than memory', { ratePerSecond: 100_000, steadyMs: 1e9 }, 'MB of marks'],
    ['a steady phase inside the warm-up', { steadyStartMs: 1 }, 'inside the warm-up'],
    ['two arms without an assignment', { arms: [arm(), arm({ name: 'b' })] }, 'takes one arm'],
    ['two arms of one name', { arms: [arm(), arm()], assignment: 'arrival' as const }, 'two arms are named "direct"'],
    ['a target that is no URL', { arms: [arm({ url: 'ftp://localhost/' })] }, 'neither http nor https'],
    ['a target without a scheme', { arms: [arm({ url: 'localhost:80' })] }, '"localhost:80" has no scheme; add http://'],
    ['an address without a scheme', { arms: [arm({ url: '127.0.0.1:80' })] }, 'add http://'],
    ['two Host lines', { arms: [arm({ headers: { Host: ['a', 'b'] } })] }, 'sends Host more than once'],
    ['a line break in the second of two values', { arms: [arm({ headers: { 'x-a': ['b', 'c\nd'] } })] }, 'line break'],
    ['a password in the URL', { arms: [arm({ url: 'http://a:secret@127.0.0.1/' })] }, 'user name or password'],
    ['a line break in a header', { arms: [arm({ headers: { 'x-a': 'b\r\nc: d' } })] }, 'line break'],
    ['a header name with a space', { arms: [arm({ headers: { 'x a': 'b' } })] }, 'not a token'],
    ['a header the generator owns', { arms: [arm({ headers: { 'Content-Length': '3' } })] }, 'Content-Length'],
    ['a body with GET', { arms: [arm({ method: 'get', body: 'x' })] }, 'body with GET'],
    ['HEAD', { arms: [arm({ method: 'HEAD' })] }, 'cannot be kept'],
    ['https without certificates to trust', { arms: [arm({ url: 'https://127.0.0.1/' })] }, 'certificates'],
    ['a key nobody knows', { ratePerSec: 5 } as Partial<CellSpec>, 'ratePerSec'],
  ])('refuses %s', (_what, change, named) => {
    expect(refusal(change)).toContain(named)
  })

  it('never repeats a secret it refuses', () => {
    expect(refusal({ arms: [arm({ url: 'http://a:secret@127.0.0.1/' })] })).not.toContain('secret')
  })

  it('calls a field what its caller calls it', () => {
    expect(() => parseCellSpec(cell({ ratePerSecond: 0 }), ([field]) => `<${String(field)}>`)).toThrow('<ratePerSecond>: must be above 0')
  })

  it('names every fault in one message', () => {
    const message = refusal({ arms: [arm({ method: 'HEAD', headers: { connection: 'close' } }), arm()] })
    for (const part of ['HEAD', 'connection', 'two arms', 'takes one arm']) expect(message).toContain(part)
  })
})
