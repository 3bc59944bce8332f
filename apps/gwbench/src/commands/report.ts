import { printLine } from '../run/print-line.js'
import { fromCaller } from '../run/locate.js'
import { rederive } from '../run/rederive.js'

/** Works a result out again from the rounds of its directory alone, and says whether it is the one that was stored. */
export function reportCommand(directory: string, { json }: { readonly json?: unknown }): number {
  const { text, result, difference } = rederive(fromCaller(directory))
  printLine(json === true ? JSON.stringify(result) : text.trimEnd())
  process.stderr.write(difference === null ? 'gwbench: derived again from the rounds: the same as stored\n' : `gwbench: derived again from the rounds, and NOT the same as stored: ${difference}\n`)
  return difference === null ? 0 : 1
}
