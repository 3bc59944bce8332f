import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptOf, requestBody } from '../src/plan/payload.js'

describe('requestBody', () => {
  it('holds one user message of exactly the bytes asked for', () => {
    for (const bytes of [150, 4096, 32768]) {
      const body = JSON.parse(requestBody(bytes, true)) as { stream: boolean; max_tokens: number; messages: { role: string; content: string }[] }
      expect(body).toMatchObject({ stream: true, max_tokens: 16, messages: [{ role: 'user' }] })
      expect(Buffer.byteLength(body.messages[0]!.content)).toBe(bytes)
    }
  })

  it('is plain ASCII of any length, and the same each time', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 5000 }), (bytes) => {
      const prompt = promptOf(bytes)
      expect(prompt).toMatch(new RegExp(`^[ -~]{${bytes}}$`))
      expect(promptOf(bytes)).toBe(prompt)
    }))
  })
})
