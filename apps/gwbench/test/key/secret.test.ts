import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { redact } from '../../src/key/redact.js'
import { Secret } from '../../src/key/secret.js'

const text = 'sk-planted/"secret+7f3a'

describe('Secret', () => {
  const secret = new Secret(text)

  it('shows nothing of itself, however it is printed', () => {
    const printed = [String(secret), `${secret.toString()}`, JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 9 }), Object.entries(secret).join()]
    expect(printed.filter((each) => each.includes('planted'))).toEqual([])
  })

  it('is taken out of every text from then on, as it is, as JSON, in a URL and as base64', () => {
    for (const form of [text, JSON.stringify(text), encodeURIComponent(text), Buffer.from(text).toString('base64')]) {
      expect(redact(`a ${form} b`)).toMatch(/^a "?\[key\]={0,2}"? b$/)
    }
  })
})

describe('redact', () => {
  it('leaves a text without keys alone, and does not take a placeholder for one', () => {
    expect(new Secret('x').reveal()).toBe('x')
    expect(redact('exit 3')).toBe('exit 3')
  })
})
