import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { armSchema, cellName, parseCellName, type CellParts } from '../src/index.js'

const parts = (over: Partial<CellParts>): CellParts => ({ arm: 'enforce', payloadBytes: 150, stream: false, repetition: null, canary: null, ...over })

describe('cellName', () => {
  it.each<[string, CellParts]>([
    ['enforce-nonstream-4096-r2', parts({ payloadBytes: 4096, repetition: 2 })],
    ['passthrough-stream-150-r3', parts({ arm: 'passthrough', stream: true, repetition: 3 })],
    ['controlb-nonstream-150', parts({ arm: 'controlb' })],
    ['direct-canary-open-nonstream-150', parts({ arm: 'direct', canary: 'open' })],
    ['direct-canary-close-nonstream-150', parts({ arm: 'direct', canary: 'close' })],
    ['direct-payload-32768', parts({ arm: 'direct', payloadBytes: 32768 })],
    ['direct-stream-150', parts({ arm: 'direct', stream: true })],
    ['direct-stream-150-r1', parts({ arm: 'direct', stream: true, repetition: 1 })],
  ])('says %s, and reads it back', (name, of) => {
    expect(cellName(of)).toBe(name)
    expect(parseCellName(name)).toEqual(of)
  })

  it.each([
    parts({ payloadBytes: 0 }),
    parts({ payloadBytes: 1.5 }),
    parts({ repetition: 0 }),
    parts({ canary: 'open' }),
    parts({ arm: 'direct', canary: 'open', stream: true }),
    parts({ arm: 'direct', repetition: 1 }),
  ])('refuses parts that no cell has: %j', (of) => {
    expect(() => cellName(of)).toThrow(expect.objectContaining({ code: 'LAT_ROWS_CELL_NAME' }))
  })

  it('is undone by parseCellName for every cell it can name', () => {
    const any = fc.record({ arm: fc.constantFrom(...armSchema.options), payloadBytes: fc.integer({ min: 1, max: 1e9 }), stream: fc.boolean(), repetition: fc.option(fc.integer({ min: 1, max: 99 })), canary: fc.option(fc.constantFrom('open' as const, 'close' as const)) })
    fc.assert(
      fc.property(any, (drawn) => {
        let name: string
        try {
          name = cellName(drawn)
        } catch {
          return
        }
        expect(parseCellName(name)).toEqual(drawn)
      }),
    )
  })
})

describe('parseCellName', () => {
  it.each(['', 'enforce', 'direct-nonstream-150', 'direct-payload-150-r1', 'direct-canary-mid-nonstream-150', 'enforce-nonstream-0150', 'enforce-nonstream-150-r0', 'Enforce-nonstream-150', 'enforce-nonstream-150-r1\n', 'other-nonstream-150', 'enforce-canary-open-nonstream-150', '../enforce-nonstream-150'])('refuses %j', (name) => {
    expect(() => parseCellName(name)).toThrow(expect.objectContaining({ code: 'LAT_ROWS_CELL_NAME' }))
  })
})
