import { describe, expect, it } from 'vitest'
import { optionWords } from '../../src/command/option-words.js'
import { runWords } from '../run-words.js'

const names = new Set(['rate', 'start-at', 'allow-remote', 'no-canary', 'body'])
const read = (...words: string[]): string[] => optionWords(words, names)

describe('optionWords', () => {
  it('leaves words as they are', () => {
    const words = ['--rate', '5', '--no-canary', '-d', '3s', '-h', 'http://127.0.0.1:1/?a=-rate', '--', '--startAt']
    expect(read(...words)).toEqual(words)
  })

  it('gives the parser the spellings it reads', () => {
    expect(read('-r500', '-c=7', '--allow-remote')).toEqual(['--rate=500', '--slots=7', '--allowRemote'])
  })

  it.each([
    ['--startAt', 'Unknown option --startAt; write --start-at.'],
    ['--startAt=5', 'Unknown option --startAt; write --start-at.'],
    ['--noCanary', 'write --no-canary'],
    ['--whatEver', 'Unknown option --whatEver.'],
    ['-rate=50', 'write --rate=50'],
    ['-rate', 'Unknown option -rate; write --rate'],
  ])('refuses %s', (word, message) => {
    expect(() => read(word)).toThrow(message)
  })
})

describe('loadgen', () => {
  const target = 'http://127.0.0.1:1/'

  it.each([
    ['--startAt', '2026-10-01T12:00:00Z', '--start-at'],
    ['--slotOrder', 'lifo', '--slot-order'],
    ['--bodyFile', 'chat.json', '--body-file'],
  ])('refuses %s instead of ignoring it', async (typed, value, named) => {
    expect(await runWords([typed, value, target])).toEqual({ exitCode: 2, out: '', err: `loadgen: Unknown option ${typed}; write ${named}.\n` })
  })

  it.each([[['--allow-remote', target]], [['-r500', target]]])('finds the target in %j', async (words) => {
    expect((await runWords(words)).err).toContain('ECONNREFUSED')
  })
})
