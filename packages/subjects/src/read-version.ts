import { execFile } from 'node:child_process'

const TIMEOUT_MS = 10_000

/** First line a version command prints, on stdout or else stderr; `null` when it prints none or cannot be run. */
export function readVersion(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<string | null> {
  const [file, ...args] = argv as [string, ...string[]]
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' }, (_error, stdout, stderr) => {
      resolve([stdout, stderr].map((text) => text.trim().split('\n', 1)[0]!.trim()).find((line) => line !== '') ?? null)
    })
  })
}
