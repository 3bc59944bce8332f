import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const bin = fileURLToPath(new URL('../../bin/loadgen.mjs', import.meta.url))

async function ended(stdout: number | 'pipe', words: readonly string[]): Promise<{ readonly exitCode: number | null; readonly err: string }> {
  const child = spawn(process.execPath, [bin, ...words], { stdio: ['ignore', stdout, 'pipe'] })
  // A reader that is gone before anything is written.
  child.stdout?.destroy()
  let err = ''
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, err }
}

describe('the loadgen command', () => {
  it.each([['export', 'k6', 'http://127.0.0.1:1/'], ['--help']])('says that its output is lost, and exits 3: %s', async (...words) => {
    // Opened for reading only: every write fails, on every system.
    const unwritable = openSync(bin, 'r')
    const { exitCode, err } = await ended(unwritable, words)
    closeSync(unwritable)
    expect([exitCode, err]).toEqual([3, expect.stringMatching(/^loadgen: Standard output could not be written: EBADF.*\n$/)])
  })

  it('keeps quiet about a reader that closed the pipe', async () => {
    expect(await ended('pipe', ['export', 'k6', 'http://127.0.0.1:1/'])).toEqual({ exitCode: 0, err: '' })
  })
})
