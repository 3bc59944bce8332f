import { runDoctor } from '@lat/hostgate'
import { printLine } from '../run/print-line.js'

/** Whether this machine is fit to measure on; returns the exit code. */
export function doctorCommand({ json, floor }: { readonly json?: unknown; readonly floor?: string | number }): Promise<number> {
  const args = [...(json === true ? ['--json'] : []), ...(floor === undefined ? [] : ['--floor', String(floor)])]
  return runDoctor(args, {
    write: (text) => printLine(text.trimEnd()),
    writeError: (text) => void process.stderr.write(text),
    colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    environment: process.env,
  })
}
