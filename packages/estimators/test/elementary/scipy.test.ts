import { expect, it } from 'vitest'
import * as elementary from '../../src/elementary.js'
import { golden } from '../golden.js'

/** Arguments, and last what scipy gives. */
type Rows = readonly (readonly number[])[]

const reference = golden<Record<string, Rows>>('elementary')

// relative to the value, or to 1 where the value is a probability near 1 or a logarithm near 0
it.each([
  ['normalCumulative', 2e-13],
  ['normalQuantile', 2e-13],
  ['studentCumulative', 2e-13],
  ['studentQuantile', 1e-12],
  ['noncentralStudentCumulative', 2e-12],
  ['incompleteBeta', 2e-11],
  ['lnGamma', 1e-14],
  ['binomialCumulative', 2e-11],
] as const)('%s agrees with scipy within a relative %d', (name, within) => {
  const of: (...numbers: readonly number[]) => number = elementary[name]
  const off = reference[name]!.map((row) => ({ row, value: of(...row.slice(0, -1)) })).filter(({ row, value }) => {
    const expected = row.at(-1)!
    return !(Math.abs(value - expected) <= within * (Math.abs(expected) || 1) + 1e-300)
  })
  expect(off).toEqual([])
})
