import { describe, expect, it } from 'vitest'
import { worstWindow } from '../src/worst-window.js'

describe('worstWindow', () => {
  it('finds the window that holds the most instants', () => {
    expect(worstWindow([0, 20, 21, 22, 50], 10)).toBe(3)
  })

  it('counts both ends of the window', () => {
    expect(worstWindow([0, 10], 10)).toBe(2)
    expect(worstWindow([0, 11], 10)).toBe(1)
  })

  it('takes instants in any order and skips arrivals that were not sent', () => {
    expect(worstWindow([5, NaN, 0, 3], 10)).toBe(3)
    expect(worstWindow([], 10)).toBe(0)
  })
})
