import { describe, expect, it } from 'vitest'
import { parseTarget } from '../../src/target/parse-target.js'

const url = 'http://127.0.0.1:18080/v1/chat/completions'

describe('parseTarget', () => {
  it('reads NAME|URL|KEYFILE, and an empty key file as none', () => {
    expect(parseTarget(`v2|${url}|/keys/v2`)).toEqual({ name: 'v2', url, keyFile: '/keys/v2' })
    expect(parseTarget(`v2|${url}|`)).toEqual({ name: 'v2', url, keyFile: null })
    expect(parseTarget(`v2|${url}`)).toEqual({ name: 'v2', url, keyFile: null })
  })

  it.each([
    ['no bar', 'v2', 'no bar'],
    ['too many bars', `v2|${url}|a|b`, '3 bars'],
    ['an empty name', `|${url}|`, 'the name of a target'],
    ['a name with a blank', `v 2|${url}|`, 'the name of a target'],
    ['the name of the upstream', `direct|${url}|`, '"direct" is the name of the upstream'],
    ['a relative URL', 'v2|/v1|', 'not an absolute URL'],
    ['another scheme', 'v2|ftp://h/v1|', 'scheme ftp:'],
    ['no path', 'v2|http://127.0.0.1:80|', 'has no path'],
    ['a fragment', `v2|${url}#x|`, 'fragment'],
  ])('says what is wrong with %s', (_, text, expected) => {
    expect(parseTarget(text)).toContain(expected)
  })

  it.each(['sk-planted-secret', 'v2|http://user:sk-planted-secret@127.0.0.1/v1|', `sk planted-secret|${url}|`, `v2|${url}|a|sk-planted-secret`, 'v2|sk-planted-secret|'])('never quotes %s back', (text) => {
    expect(parseTarget(text)).not.toContain('planted-secret')
  })
})
