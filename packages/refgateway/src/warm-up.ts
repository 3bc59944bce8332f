import type { Tokenizer } from './tokenizer.js'

const rounds = 40
const words = 'the gateway counts some text before it says it is ready so that no request pays for it '

/** Counts texts of several lengths, so that the first request meets a compiled and cached tokenizer. */
export function warmUp(tokenizer: Tokenizer): void {
  for (let round = 0; round < rounds; round++) {
    tokenizer.count(words.repeat(1 + (round % 8) * 8))
  }
}
