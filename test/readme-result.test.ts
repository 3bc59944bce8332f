import { readFileSync } from 'node:fs'
import { evaluate } from '@lat/bands'
import { analyse, checkRun, readRun } from '@lat/harness'
import { readmeSection, replaceBetweenMarkers } from '@lat/render'
import { describe, expect, it } from 'vitest'
import { newestCommittedRun } from '../tools/newest-committed-run.mjs'

describe('the newest committed run', () => {
  it('says nothing that does not follow from its rows', async () => {
    expect(await checkRun(newestCommittedRun())).toEqual([])
  })

  it('is the one whose table the README shows', async () => {
    const { facts, input } = await readRun(newestCommittedRun())
    const analysis = analyse(input)
    const readme = readFileSync('README.md', 'utf8')
    expect(replaceBetweenMarkers(readme, 'newest-result', readmeSection(analysis, evaluate(analysis, facts.profile)))).toBe(readme)
  })
})
