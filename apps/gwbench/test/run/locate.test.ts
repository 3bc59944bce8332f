import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { binOf, fixturesPath, resultsPath } from '../../src/run/locate.js'

const clone = resolve(import.meta.dirname, '../../../..')

describe('in a clone', () => {
  it('keeps results there and takes its fixtures from there', () => {
    expect(resultsPath(null)).toBe(join(clone, 'results'))
    expect(fixturesPath(null)).toBe(join(clone, 'fixtures/replay'))
    expect(existsSync(join(fixturesPath(null), 'openai-chat.json'))).toBe(true)
  })

  it('takes paths as they were typed where it was called', () => {
    expect(resultsPath('mine')).toBe(resolve(process.env['INIT_CWD'] ?? process.cwd(), 'mine'))
    expect(fixturesPath('/answers')).toBe('/answers')
  })

  it('finds the commands of other packages', () => {
    expect(existsSync(binOf('@lat/subjects', 'lat-relay'))).toBe(true)
  })
})
