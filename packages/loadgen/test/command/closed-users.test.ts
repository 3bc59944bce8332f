import { describe, expect, it } from 'vitest'
import { closedUsers } from '../../src/command/closed-users.js'
import { FLAG_OPTIONS, OPTION_ALIASES } from '../../src/command/command-options.js'
import { RawOptions } from '../../src/command/raw-options.js'

const target = 'http://127.0.0.1:1/'
const read = (words: string[], targets = [target]) => closedUsers(targets, new RawOptions(words, OPTION_ALIASES, FLAG_OPTIONS))

describe('closedUsers', () => {
  it('reads the number of users', () => {
    expect([read(['--closed', '4', '-d', '3s', '--expect', 'json']), read(['-u', '1']), read(['-r', '5'])]).toEqual([4, 1, null])
  })

  it.each(['0', '-1', '1.5', 'x', '10001'])('refuses %s users', (text) => {
    expect(() => read([`--closed=${text}`])).toThrow(`--closed ${text} is not a whole number of users from 1 to 10000`)
  })

  it.each([
    ['--rate', '5'], ['--gap', '1s'], ['--slots', '4'], ['--poisson'], ['--seed', 's'], ['--pacing', 'spin'], ['--slot-order', 'lifo'], ['--assignment', 'block'],
    ['--chunk-times', '5'], ['--shard', '0/2'], ['--start-at', '5'], ['--plant-block', '1/2'],
  ])('refuses %s, which it would ignore', (...words) => {
    expect(() => read(['--closed', '4', ...words])).toThrow(`--closed has no use for ${words[0]}:`)
  })

  it('names all of them in one message, by their long names', () => {
    expect(() => read(['-u', '4', '-q', '5', '--shard', '0/2'])).toThrow('--rate, --shard')
  })

  it('refuses a second target', () => {
    expect(() => read(['--closed', '4'], [target, target])).toThrow('one target, it got 2')
  })
})
