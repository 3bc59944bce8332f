import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countWords } from '../../src/fake/count-words.js'
import { splitReply } from '../../src/fake/split-reply.js'

it('splitReply gives one piece per word, and the pieces concatenate to the reply', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '你') }), (reply) => {
    const pieces = splitReply(reply)
    expect(pieces.join('')).toBe(reply)
    if (countWords(reply) > 0) expect(pieces).toHaveLength(countWords(reply))
  }))
})
