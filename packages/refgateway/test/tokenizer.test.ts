import { afterAll, describe, expect, it } from 'vitest'
import { countPrompt } from '../src/count-prompt.js'
import { createTokenizer } from '../src/tokenizer.js'

const tokenizer = createTokenizer()
afterAll(() => { tokenizer.free() })
const filler = (bytes: number) => 'levee benchmark filler text '.repeat(Math.ceil(bytes / 28)).slice(0, bytes)

describe('createTokenizer', () => {
  it.each([[0, 0], [150, 29], [4096, 733], [32768, 5853]])('counts %d bytes of the benchmark filler as %d o200k_base tokens', (bytes, tokens) => {
    expect(tokenizer.count(filler(bytes))).toBe(tokens)
  })

  it('takes special tokens in a prompt for the text they are', () => {
    expect(tokenizer.count('<|endoftext|>')).toBeGreaterThan(1)
  })

  it('counts a lone surrogate and a null character', () => {
    expect(tokenizer.count('\ud800')).toBeGreaterThan(0)
    expect(tokenizer.count('\0')).toBeGreaterThan(0)
  })
})

describe('countPrompt', () => {
  it('asks the tokenizer for every model but claude', () => {
    expect(countPrompt('gpt-4o-mini-2024-07-18', filler(150), tokenizer)).toBe(29)
    expect(countPrompt('anything', filler(150), tokenizer)).toBe(29)
  })

  it('takes a quarter of the bytes, rounded up, for claude', () => {
    expect(countPrompt('claude-sonnet-4', filler(150), tokenizer)).toBe(38)
    expect(countPrompt('claude-sonnet-4', 'ééé', tokenizer)).toBe(2)
  })
})
