import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../src/log.js'

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'refgateway-'))
  onTestFinished(() => { rmSync(directory, { recursive: true }) })
  return join(directory, 'log.jsonl')
}

describe('createLog', () => {
  it('appends every line in order, and has them all in the file when it is closed', async () => {
    const file = temporaryFile()
    for (const start of [0, 1000]) {
      const log = createLog(file)
      for (let index = start; index < start + 1000; index++) log.info('line', { index, padding: 'x'.repeat(200) })
      await log.close()
      expect(log.counters()).toEqual({ lines: 1000, errors: 0 })
    }
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: 2000 }, (_, index) => index))
    expect(lines[0]).toMatchObject({ level: 'INFO', msg: 'line', time: expect.stringMatching(/^\d{4}-.*Z$/) as string })
  })

  it('formats lines and lets them go where there is no file', async () => {
    const log = createLog(null)
    const field = { toJSON: vi.fn(() => 'x') }
    log.info('line', { field })
    expect(field.toJSON).toHaveBeenCalledOnce()
    expect(log.counters().lines).toBe(1)
    await log.close()
  })

  it.runIf(existsSync('/dev/full'))('counts the writes that failed', async () => {
    const log = createLog('/dev/full')
    log.info('line', {})
    await log.close().catch(() => undefined)
    expect(log.counters().errors).toBe(1)
  })

  it('refuses a file it cannot append to', () => {
    expect(() => createLog('/nonexistent/log')).toThrow('Cannot open the log file /nonexistent/log')
  })
})
