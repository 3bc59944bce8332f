import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/gwbench.mjs', import.meta.url))

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command as a user starts it; `meanwhile` may interrupt it. */
export async function gwbench(args: readonly string[], meanwhile: (child: ChildProcess) => Promise<void> = async () => undefined): Promise<Outcome> {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const [[code]] = await Promise.all([once(child, 'close') as Promise<[number | null]>, meanwhile(child)])
  return { code, ...output }
}
