import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createResultsDirectory } from '../../src/run/results-directory.js'

const parts = { startedAt: '2026-11-30T17:18:19.123Z', command: 'run', cadence: 'paced:20', targetCount: 3 }

describe('createResultsDirectory', () => {
  it('names each measurement after its start and never takes a directory that is there', () => {
    const directory = mkdtempSync(join(tmpdir(), 'gwbench-results-'))
    const made = [1, 2].map(() => basename(createResultsDirectory(join(directory, 'deep/er'), parts)))
    expect(made).toEqual(['20261130T171819Z-gwbench-run-paced20-3t', '20261130T171819Z-gwbench-run-paced20-3t-2'])
    expect(readdirSync(join(directory, 'deep/er'))).toEqual(made)
    rmSync(directory, { recursive: true })
  })

  it.runIf(process.platform === 'linux')('fails, and returns, where no directory can be made', () => {
    expect(() => createResultsDirectory('/proc/nowhere/results', parts)).toThrowError('ENOENT')
  })
})
