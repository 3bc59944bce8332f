import { runDoctor } from './doctor/run-doctor.js'

void runDoctor(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
  environment: process.env,
}).then((exitCode) => {
  process.exitCode = exitCode
})
