import type { LoadReport } from '../src/command/report.js'
import { runCommand } from '../src/command/run-command.js'

/** Runs one command line and keeps what it said. */
export async function runWords(words: readonly string[]): Promise<{ readonly exitCode: number; readonly out: string; readonly err: string }> {
  const out: string[] = []
  const err: string[] = []
  const exitCode = await runCommand(words, { out: (text) => out.push(text), err: (text) => err.push(text), liveWidth: null, signal: new AbortController().signal, version: '1.2.3' })
  return { exitCode, out: out.join(''), err: err.join('') }
}

/** What a run of these words reports, as text and, with `--json`, as data. */
export async function reported(...words: string[]): Promise<{ exitCode: number; report: LoadReport; text: string }> {
  const { exitCode, out } = await runWords([...words, '--no-canary'])
  return { exitCode, text: out, report: (words.includes('--json') ? JSON.parse(out) : null) as LoadReport }
}
