import { createRequire } from 'node:module'
import { runCommand } from './command/run-command.js'
import { reportLost } from './errors.js'

const EXIT_UNJUDGED = 3

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string }
const interrupt = new AbortController()
process.once('SIGINT', () => interrupt.abort())
process.once('SIGTERM', () => interrupt.abort())
let lost = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that closed the pipe is no reason to die in the middle of a run; a full disk has lost the report.
  if (error.code === 'EPIPE' || lost) return
  lost = true
  process.exitCode = EXIT_UNJUDGED
  process.stderr.write(`loadgen: ${reportLost(error).message}\n`)
})

void runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  liveWidth: process.stderr.isTTY ? (process.stderr.columns > 0 ? process.stderr.columns : 100) : null,
  signal: interrupt.signal,
  version,
}).then((exitCode) => {
  if (!lost) process.exitCode = exitCode
})
