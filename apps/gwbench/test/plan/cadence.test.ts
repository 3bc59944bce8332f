import { describe, expect, it } from 'vitest'
import { cadenceName, parseCadence } from '../../src/plan/cadence.js'

describe('parseCadence', () => {
  it.each(['primed', 'plain', 'paced:0', 'paced:20', 'paced:2.5', 'paced:60000'])('reads %s, and cadenceName gives it back', (text) => {
    expect(cadenceName(parseCadence(text)!)).toBe(text)
  })

  it.each(['', 'Primed', 'paced', 'paced:', 'paced:-1', 'paced:1e3', 'paced:60001', 'paced:20ms'])('does not read "%s"', (text) => {
    expect(parseCadence(text)).toBeNull()
  })
})
