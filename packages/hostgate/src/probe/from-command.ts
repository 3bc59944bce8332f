import { unknown, type Reading } from '../reading.js'
import type { Host } from './host.js'

const TIMEOUT_MS = 4_000

/** Asks a system tool and parses its answer. A tool that is missing, hangs or fails is `unknown`, never a pass. */
export async function fromCommand<T>(host: Host, command: string, args: readonly string[], parse: (stdout: string) => Reading<T>, timeoutMs = TIMEOUT_MS): Promise<Reading<T>> {
  const result = await host.run(command, args, timeoutMs)
  if (!result.ran) return unknown(result.message)
  if (result.exitCode !== 0) return unknown(`${command} ended with exit code ${result.exitCode}: ${result.stderr.trim().slice(0, 200)}`)
  return parse(result.stdout)
}
