import { vi } from 'vitest'
import { runCommand } from '../../src/commands/run.js'
import { exitCodeOf, explain } from '../../src/exit.js'
import type { RawRunOptions } from '../../src/options/run-config.js'
import type { Outcome } from './gwbench.js'

/** A command, `run` without another, as `main` calls it, without the start of a process. */
export async function inProcess<Options = RawRunOptions>(options: Options, command: (options: Options) => number | Promise<number> = runCommand as (options: Options) => Promise<number>): Promise<Outcome> {
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      said[name] += String(chunk)
      return true
    }),
  )
  try {
    return { code: await command(options), ...said }
  } catch (error) {
    return { code: exitCodeOf(error), stdout: said.stdout, stderr: `${said.stderr}${explain(error)}\n` }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
