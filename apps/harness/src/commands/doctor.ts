import { runDoctor } from '@lat/hostgate'

/** The host check on its own, with the same exit code as `lat-doctor`. */
export function doctorCommand(options: { readonly json?: unknown; readonly watch?: unknown }): Promise<number> {
  const args = [...(options.json ? ['--json'] : []), ...(options.watch ? ['--watch'] : [])]
  return runDoctor(args, {
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    environment: process.env,
  })
}
