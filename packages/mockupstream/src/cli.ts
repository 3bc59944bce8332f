import { runCommand } from './command/run-command.js'

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
})
// A parent that closed the pipe no longer reads; that is no reason to die in the middle of a cell.
process.stdout.on('error', () => undefined)

void runCommand(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  stopped,
}).then((exitCode) => {
  process.exitCode = exitCode
})
