import { describe, expect, it } from 'vitest'
import { requireOnePacing } from '../src/evidence/read-run.js'

const cell = (name: string, pacing: 'worker' | 'spin') => ({ summary: { name, spec: { pacing } } })

describe('requireOnePacing', () => {
  it('refuses cells of different pacing, by name', () => {
    expect(() => requireOnePacing([cell('direct', 'worker'), cell('enforce', 'worker')])).not.toThrow()
    expect(() => requireOnePacing([cell('direct', 'worker'), cell('enforce', 'spin')])).toThrow('direct was paced by worker, enforce by spin')
    expect(() => requireOnePacing([])).not.toThrow()
  })
})
