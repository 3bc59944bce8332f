import { describe, expect, it } from 'vitest'
import { parseDuration } from '../../src/command/parse-duration.js'
import { parseRate } from '../../src/command/parse-rate.js'

describe('parseDuration', () => {
  it.each([['60s', 60_000], ['250ms', 250], ['1.5m', 90_000], ['1m30s', 90_000], ['2h', 7_200_000], ['0s', 0], ['100us', 0.1]])('reads %s as %s ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each(['60', '', 's', '-1s', '1 s', '1d', '1s!', '1e3s'])('refuses %j', (text) => expect(parseDuration(text)).toBeNull())
})

describe('parseRate', () => {
  it.each([['500', 500], ['33.3', 33.3], ['500/s', 500], ['500/1s', 500], ['30/m', 0.5], ['3600/1h', 1], ['1e3', 1000], ['1.5e2/m', 2.5], ['1e-3', 0.001]])('reads %s as %s per second', (text, rate) => {
    expect(parseRate(text)).toBe(rate)
  })

  it.each(['', '-5', '5/2s', '5/', '1e', '1e999', '5 /s'])('refuses %j', (text) => expect(parseRate(text)).toBeNull())
})
