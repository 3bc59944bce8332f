import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface RunningChild {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a Node program that prints one line of JSON with its `url`. */
export async function startChild(script: string, args: readonly string[]): Promise<RunningChild> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGTERM'))
  const gone = once(child, 'exit')
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), gone.then(() => Promise.reject(new Error(`${script} ended at its start`)))])
  return {
    url: (JSON.parse(String(line[0])) as { url: string }).url,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
