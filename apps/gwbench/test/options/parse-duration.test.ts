import { expect, it } from 'vitest'
import { parseDuration } from '../../src/options/parse-duration.js'

it.each([
  ['2h', 7_200_000],
  ['1h30m', 5_400_000],
  ['90s', 90_000],
  ['250ms', 250],
  ['1.5m', 90_000],
  ['0', 0],
])('parseDuration reads %s', (text, expected) => expect(parseDuration(text)).toBe(expected))

it.each(['', '2', 'h', '2 h', '-1s', '2d', '1h30'])('parseDuration does not read "%s"', (text) => expect(parseDuration(text)).toBeNull())
