import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const shimFile = fileURLToPath(new URL('../worker/shim.mjs', import.meta.url))

/** Runs the shim by hand, with nobody on fd 3, and keeps its stdin open until it ends. */
function shim(argv: readonly string[]): Promise<{ readonly code: number | null; readonly stdout: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [shimFile, 'by-hand'], (_error, stdout) => resolve({ code: child.exitCode, stdout }))
    child.stdin!.write(`${JSON.stringify({ argv, env: process.env, graceMs: 100, orphanGraceMs: 100 })}\n`)
  })
}

describe('shim', () => {
  it.each([0, 1, 42])('exits with the code of its child: %d', async (code) => {
    expect(await shim([process.execPath, '-e', `process.exit(${code})`])).toMatchObject({ code })
  })

  it('exits with 128 and the number of the signal that ended its child', async () => {
    expect(await shim([process.execPath, '-e', `process.kill(process.pid, 'SIGKILL')`])).toMatchObject({ code: 137 })
  })

  it('exits with 127 when there is no such program', async () => {
    expect(await shim(['/no/such/program'])).toMatchObject({ code: 127 })
  })

  it('hands its own output to the child', async () => {
    expect(await shim([process.execPath, '-e', `console.log('spoken by the child')`])).toEqual({ code: 0, stdout: 'spoken by the child\n' })
  })

  it('starts nothing when its parent is gone before it was told what to start', async () => {
    const code = await new Promise((resolve) => {
      const child = execFile(process.execPath, [shimFile, 'by-hand'], () => resolve(child.exitCode))
      child.stdin!.end('{"argv":["nothing')
    })
    expect(code).toBe(0)
  })
})
