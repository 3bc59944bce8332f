import { describe, expect, it } from 'vitest'
import { parseSubject } from '../../src/target/parse-subject.js'

describe('parseSubject', () => {
  it.each([
    ['nginx', { name: 'nginx', source: 'nginx', mode: 'passthrough' }],
    ['examples/subjects/portkey.json', { name: 'portkey', source: 'examples/subjects/portkey.json', mode: 'passthrough' }],
    ['refgateway@enforce', { name: 'refgateway-enforce', source: 'refgateway', mode: 'enforce' }],
    ['twin=/opt/a=b/nginx.json', { name: 'twin', source: '/opt/a=b/nginx.json', mode: 'passthrough' }],
  ])('reads %s', (text, expected) => {
    expect(parseSubject(text)).toEqual(expected)
  })

  it.each([
    ['', 'is [NAME=]DECLARATION[@MODE]'],
    ['nginx@fast', 'the mode is "fast"'],
    ['direct=nginx', '"direct" cannot be the name of a target'],
    ['a file.json', 'write NAME=a file.json'],
  ])('refuses "%s"', (text, expected) => {
    expect(parseSubject(text)).toContain(expected)
  })
})
