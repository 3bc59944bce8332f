import { createRequire } from 'node:module'
import { runCommand } from './command/run-command.js'

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string }
const interrupt = new AbortController()
process.once('SIGINT', () => interrupt.abort())
process.once('SIGTERM', () => interrupt.abort())
// A reader that closed the pipe is no reason to die in the middle of a run.
process.stdout.on('error', () => undefined)

void runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  liveWidth: process.stderr.isTTY ? (process.stderr.columns > 0 ? process.stderr.columns : 100) : null,
  signal: interrupt.signal,
  version,
}).then((exitCode) => {
  process.exitCode = exitCode
})
