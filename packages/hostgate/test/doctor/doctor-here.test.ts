import { describe, expect, it } from 'vitest'
import { wantsColour } from '../../src/doctor/doctor-here.js'

describe('wantsColour', () => {
  it.each([
    [true, {}, true],
    [true, { NO_COLOR: '' }, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
  ])('on a terminal (%s) with %j is %s', (isTerminal, environment, wanted) => {
    expect(wantsColour(isTerminal, environment)).toBe(wanted)
  })
})
