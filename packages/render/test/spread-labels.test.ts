import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spreadLabels } from '../src/svg/spread-labels.js'

describe('spreadLabels', () => {
  it('moves labels apart around where they belong', () => {
    expect(spreadLabels([100, 100, 40], { gapPx: 16, lowPx: 0, highPx: 200 })).toEqual([92, 108, 40])
  })

  it('keeps labels inside the panel', () => {
    expect(spreadLabels([0, 0, 0], { gapPx: 10, lowPx: 0, highPx: 100 })).toEqual([0, 10, 20])
    expect(spreadLabels([100, 99], { gapPx: 10, lowPx: 0, highPx: 100 })).toEqual([100, 90])
  })

  it('keeps gap and order for any wishes that fit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 15 }), (wanted) => {
        const placed = spreadLabels(wanted, { gapPx: 20, lowPx: 0, highPx: 300 })
        const sorted = [...placed].sort((a, b) => a - b)
        sorted.forEach((at, index) => {
          expect(at).toBeGreaterThanOrEqual(-1e-9)
          expect(at).toBeLessThanOrEqual(300 + 1e-9)
          if (index > 0) expect(at - sorted[index - 1]!).toBeGreaterThanOrEqual(20 - 1e-9)
        })
        wanted.forEach((a, i) => wanted.forEach((b, j) => { if (a < b) expect(placed[i]!).toBeLessThan(placed[j]!) }))
      }),
    )
  })
})
