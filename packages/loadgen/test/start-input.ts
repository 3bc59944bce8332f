import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface RunningInput {
  readonly url: string
  stop(): Promise<void>
}

/** Starts one of `inputs/*.mjs` on a free port; its first line starts with its URL. */
export async function startInput(name: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<RunningInput> {
  const file = fileURLToPath(new URL(`inputs/${name}`, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [file, '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return {
    url: line.split(' ')[0]!,
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
