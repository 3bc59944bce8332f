import { describe, expect, it } from 'vitest'
import { nextRunName, parseRunName, runName, type RunParts } from '../src/index.js'

const parts: RunParts = { date: '2026-11-30', shortSha: 'abc1234', dirty: false, hardwareTag: 'linux-x64-2c', mode: 'evidence', number: 1 }

describe('runName', () => {
  it.each<[string, RunParts]>([
    ['2026-11-30-abc1234-linux-x64-2c-evidence-r1', parts],
    ['2026-11-30-abc1234-dirty-m4-quick-r12', { ...parts, dirty: true, hardwareTag: 'm4', mode: 'quick', number: 12 }],
    ['2024-02-29-abc1234-quick-r1-smoke-r3', { ...parts, date: '2024-02-29', hardwareTag: 'quick-r1', mode: 'smoke', number: 3 }],
  ])('says %s, and reads it back', (name, of) => {
    expect(runName(of)).toBe(name)
    expect(parseRunName(name)).toEqual(of)
  })

  it('refuses a hardware tag that would read back as a dirty tree', () => {
    expect(() => runName({ ...parts, hardwareTag: 'dirty-m4' })).toThrow(expect.objectContaining({ code: 'LAT_ROWS_RUN_NAME' }))
  })
})

describe('parseRunName', () => {
  it.each(['', '2026-02-30-abc1234-m4-quick-r1', '2026-13-01-abc1234-m4-quick-r1', '2026-11-30-abc12-m4-quick-r1', '2026-11-30-abc1234-m4-full-r1', '2026-11-30-abc1234-m4-quick-r0', '2026-11-30-abc1234-M4-quick-r1', '2026-11-30-abc1234-quick-r1', 'a/2026-11-30-abc1234-m4-quick-r1'])('refuses %j', (name) => {
    expect(() => parseRunName(name)).toThrow(expect.objectContaining({ code: 'LAT_ROWS_RUN_NAME' }))
  })
})

describe('nextRunName', () => {
  const { number: _number, ...rest } = parts

  it('starts at 1', () => {
    expect(nextRunName([], rest)).toBe('2026-11-30-abc1234-linux-x64-2c-evidence-r1')
  })

  it('counts above the highest taken number and never fills a gap', () => {
    expect(nextRunName(['2026-11-30-abc1234-linux-x64-2c-evidence-r2', '2026-11-30-abc1234-linux-x64-2c-evidence-r10'], rest)).toBe('2026-11-30-abc1234-linux-x64-2c-evidence-r11')
  })

  it('ignores other runs and other names', () => {
    expect(nextRunName(['2026-11-30-abc1234-linux-x64-2c-quick-r7', '.DS_Store', '2026-11-30-abc1234-linux-x64-2c-evidence-r2.partial'], rest)).toBe('2026-11-30-abc1234-linux-x64-2c-evidence-r1')
  })
})
