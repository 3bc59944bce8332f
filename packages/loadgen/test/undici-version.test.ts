import { describe, expect, it } from 'vitest'
import { installedUndici, supportsUndici } from '../src/undici-version.js'

describe('undici version', () => {
  it.each(['7.29.1', '7.30.2', '7.31.0'])('%s is supported', (version) => expect(supportsUndici(version)).toBe(true))

  it.each(['7.28.0', '7.29.0', '7.0.0', '6.29.1', '8.10.1', '8.13.1', 'x'])('%s is not', (version) => expect(supportsUndici(version)).toBe(false))

  it('of this installation is supported', () => {
    expect(installedUndici()).toMatch(/^7\./)
  })
})
