import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputRing } from '../src/output-ring.js'

describe('outputRing', () => {
  it('keeps the last bytes, however they arrive', () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: 'binary-ascii' })), fc.integer({ min: 1, max: 20 }), (chunks, capacityBytes) => {
      const ring = outputRing(capacityBytes)
      for (const chunk of chunks) ring.push(Buffer.from(chunk))
      expect(ring.text()).toBe(chunks.join('').slice(-capacityBytes))
    }))
  })
})
