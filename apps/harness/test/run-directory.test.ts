import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRunDirectory } from '../src/evidence/run-directory.js'
import { temporaryResults } from './tiny-run.js'

const parts = { date: '2026-01-02', shortSha: 'abcdef0', dirty: false, hardwareTag: 'linux-x64-2c', mode: 'smoke' } as const

describe('createRunDirectory', () => {
  it('makes every folder on the way, and counts up where a run is already', () => {
    const results = join(temporaryResults(), 'a', 'b')
    expect(createRunDirectory(results, parts).name).toBe('2026-01-02-abcdef0-linux-x64-2c-smoke-r1')
    expect(createRunDirectory(results, parts).name).toBe('2026-01-02-abcdef0-linux-x64-2c-smoke-r2')
    expect(existsSync(join(results, '2026-01-02-abcdef0-linux-x64-2c-smoke-r2'))).toBe(true)
  })

  it.skipIf(process.platform !== 'linux').each(['/proc/nope', '/proc/nope/deeper', '/dev/null/runs'])('refuses %s with LAT_HARNESS_DISK, naming it', (results) => {
    expect(() => createRunDirectory(results, parts)).toThrow(expect.objectContaining({ code: 'LAT_HARNESS_DISK', message: expect.stringContaining(results) as string }))
  })
})
