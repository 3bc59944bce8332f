import { describe, expect, it } from 'vitest'
import { supportedModes, type Declaration } from '../src/index.js'

const declaration = (fields: Partial<Declaration>): Declaration => ({ name: 'proxy', argv: ['proxy'], ready: { line: true }, request: { path: '/', headers: {} }, ...fields })

describe('supportedModes', () => {
  it('is passthrough alone for a program that is never told its mode', () => {
    expect(supportedModes(declaration({}))).toEqual(['passthrough'])
  })

  it.each([
    ['an argument', { argv: ['proxy', '--mode={mode}'] }],
    ['a variable', { env: { MODE: '{mode}' } }],
    ['a file', { files: { conf: 'mode {mode};' } }],
  ])('is every mode for a program told its mode by %s', (_how, fields) => {
    expect(supportedModes(declaration(fields))).toEqual(['passthrough', 'observe', 'enforce'])
  })

  it('is what the declaration lists', () => {
    expect(supportedModes(declaration({ argv: ['proxy', '{mode}'], modes: { enforce: {}, passthrough: {} } }))).toEqual(['passthrough', 'enforce'])
  })
})
