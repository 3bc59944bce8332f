import { describe, expect, it } from 'vitest'
import { childEnvironment } from '../src/child-environment.js'

describe('childEnvironment', () => {
  it('takes a few names over and puts what is explicit on top', () => {
    const from = { PATH: '/bin', HOME: '/home', API_KEY: 'secret', NODE_OPTIONS: '--inspect', WANTED: '1' }
    expect(childEnvironment({ HOME: '/elsewhere', X: 'y' }, ['WANTED', 'ABSENT'], from)).toEqual({ PATH: '/bin', HOME: '/elsewhere', WANTED: '1', X: 'y' })
  })
})
