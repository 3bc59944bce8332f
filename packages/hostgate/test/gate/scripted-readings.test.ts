import { describe, expect, it } from 'vitest'
import { scriptedReadings, scriptedReadingsRefusal, SCRIPTED_IDLE_VARIABLE } from '../../src/index.js'

describe('scriptedReadings', () => {
  it('gives one line per sample, and nothing after the last', async () => {
    const sample = scriptedReadings('# a quiet start\n97.5\n\nunknown cut short\nunsupported\n')
    expect(await sample()).toMatchObject({ state: 'value', value: { meanPercent: 97.5 }, note: 'scripted, not measured' })
    expect(await sample()).toEqual({ state: 'unknown', reason: 'cut short' })
    expect(await sample()).toEqual({ state: 'unsupported', note: 'scripted' })
    expect(await sample()).toEqual({ state: 'unknown', reason: 'the script of readings has ended' })
  })

  it.each(['101', '-1', 'quiet', '97%'])('refuses the line %j', (line) => {
    expect(() => scriptedReadings(`97\n${line}\n`)).toThrow(expect.objectContaining({ code: 'LAT_HOST_SCRIPT', message: expect.stringContaining('Line 2') as string }))
  })
})

describe('scriptedReadingsRefusal', () => {
  it('refuses every run while the hook is set, and names it', () => {
    expect(scriptedReadingsRefusal({ [SCRIPTED_IDLE_VARIABLE]: 'idle.txt' })).toContain('LAT_SCRIPTED_IDLE is set to "idle.txt"')
  })

  it.each([{}, { [SCRIPTED_IDLE_VARIABLE]: '' }])('lets a run start with %j', (environment) => {
    expect(scriptedReadingsRefusal(environment)).toBeNull()
  })
})
