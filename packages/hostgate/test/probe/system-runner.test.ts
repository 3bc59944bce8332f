import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemRunner, systemHost, readPowerSource } from '../../src/index.js'
import { isAlive } from '../is-alive.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lat-tools-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function tool(name: string, script: string): void {
  writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(directory, name), 0o755)
}

describe('systemRunner', () => {
  it('gives output, complaints and exit code, in the C locale', async () => {
    tool('pmset', 'echo "$LC_ALL $1"; echo careful >&2; exit 3')
    expect(await systemRunner([directory])('pmset', ['-g'], 5_000)).toEqual({ ran: true, exitCode: 3, stdout: 'C -g\n', stderr: 'careful\n' })
  })

  it('says that a tool is missing', async () => {
    expect(await systemRunner([directory])('pmset', [], 5_000)).toEqual({ ran: false, reason: 'missing', message: 'pmset is not installed' })
  })

  it('gives up on a tool that hangs, and ends it with what it started', async () => {
    tool('pmset', `/bin/sleep 60 & echo $! > ${join(directory, 'pid')}; echo $$ >> ${join(directory, 'pid')}; wait`)
    expect(await systemRunner([directory])('pmset', [], 500)).toMatchObject({ ran: false, reason: 'timeout', message: 'pmset gave no answer within 500 ms' })
    const pids = readFileSync(join(directory, 'pid'), 'utf8').trim().split('\n').map(Number)
    expect(pids).toHaveLength(2)
    await vi.waitUntil(() => !pids.some(isAlive))
  })

  it('does not take more than a few megabytes', async () => {
    tool('pmset', 'exec /usr/bin/yes an answer without an end')
    expect(await systemRunner([directory])('pmset', [], 20_000)).toMatchObject({ ran: false, reason: 'too-much-output' })
  })

  it('makes a reading unknown, never a pass', async () => {
    tool('pmset', 'echo "pmset: cannot connect" >&2; exit 1')
    const host = { ...systemHost(), platform: 'darwin', run: systemRunner([directory]) }
    expect(await readPowerSource(host)).toEqual({ state: 'unknown', reason: 'pmset ended with exit code 1: pmset: cannot connect' })
  })
})
