import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPlaceholders, isPlaceholder, placeholdersOf } from '../src/placeholders.js'

const shout = (name: string) => name.toUpperCase()

describe('fillPlaceholders', () => {
  it.each([
    ['{port}', 'PORT'],
    ['a{port}b{dir}c', 'aPORTbDIRc'],
    ['{port:admin} {bin:@scope/name#cli}', 'PORT:ADMIN BIN:@SCOPE/NAME#CLI'],
    ['{{port}}', '{port}'],
    ['{ port } {} {1} {"a":1} ${HOME}', '{ port } {} {1} {"a":1} ${HOME}'],
    ['{listen: {port}}', '{listen: PORT}'],
  ])('turns %j into %j', (template, text) => {
    expect(fillPlaceholders(template, shout)).toBe(text)
  })

  it('never replaces inside a value it put in', () => {
    expect(fillPlaceholders('{dir}', () => '{port} $& $1')).toBe('{port} $& $1')
  })

  it('leaves any text without braces as it is', () => {
    fc.assert(fc.property(fc.string().filter((text) => !text.includes('{')), (text) => {
      expect(fillPlaceholders(text, shout)).toBe(text)
      expect(placeholdersOf(text)).toEqual([])
    }))
  })
})

describe('isPlaceholder', () => {
  it.each([['port', true], ['port:admin', true], ['bin:x', true], ['bin', false], ['dir:x', false], ['prot', false]])('answers for %s: %s', (name, known) => {
    expect(isPlaceholder(name)).toBe(known)
  })
})
