import { redact } from '../key/redact.js'

/** Writes to stdout what a command has to say, without any key. */
export function printLine(text: string): void {
  process.stdout.write(`${redact(text)}\n`)
}
