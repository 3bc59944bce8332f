import { describe, expect, it } from 'vitest'
import { loadDeclaration, supportedModes } from '../src/index.js'

describe('loadDeclaration', () => {
  it.each([
    ['refgateway', ['passthrough', 'observe', 'enforce']],
    ['levee', ['passthrough', 'observe', 'enforce']],
    ['nginx', ['passthrough']],
  ])('finds %s by its name, with the modes it has', (name, modes) => {
    const declaration = loadDeclaration(name)
    expect(declaration.name).toBe(name)
    expect(supportedModes(declaration)).toEqual(modes)
  })

  it('names the declarations there are when it finds none', () => {
    expect(() => loadDeclaration('no-such-gateway')).toThrow(/No subject "no-such-gateway": it is neither a readable file \(.*no-such-gateway\) nor one of levee, nginx, refgateway\./)
  })
})
