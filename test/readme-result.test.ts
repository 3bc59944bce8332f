import { readFileSync } from 'node:fs'
import { checkRun } from '@lat/harness'
import { describe, expect, it } from 'vitest'
import { newestCommittedRun } from '../tools/newest-committed-run.mjs'
import { withNewestResult } from '../tools/newest-result.js'

describe('the newest committed run', () => {
  it('says nothing that does not follow from its rows', async () => {
    expect(await checkRun(newestCommittedRun())).toEqual([])
  })

  it('is the one whose table and figure the README shows', async () => {
    const readme = readFileSync('README.md', 'utf8')
    expect(await withNewestResult(readme, newestCommittedRun())).toBe(readme)
  })
})
