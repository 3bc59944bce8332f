import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { runCell } from '../src/index.js'
import type { CellResult, CellSpec, SelfCheckVerdict } from '../src/index.js'
import { onCore } from './other-tools.js'
import { startNginx } from './start-nginx.js'

/** What each cause should be called. */
export const CAUSES = {
  clean: 'clean',
  'blocked loop': 'generator-limited',
  'busy cores': 'host-contended',
  'too few slots': 'generator-limited',
} as const satisfies Readonly<Record<string, SelfCheckVerdict>>

export interface CauseRun {
  readonly cause: keyof typeof CAUSES
  readonly verdict: SelfCheckVerdict
  readonly reasons: readonly string[]
  readonly profile: string
  readonly signals: Readonly<Record<string, number | null>>
  readonly at: string
}

export interface CausesSpec {
  /** One JSON line per cell is appended to it. */
  readonly file: string
  readonly rounds: number
  readonly seconds: number
  readonly ratePerSecond: number
}

const WARMUP_MS = 700
/** Longer than a cell takes to start, so that a busy loop outlives its cell, and not much longer. */
const BURNER_SPARE_MS = 4000

/** Every cause once per round, the order turned by one from round to round. */
export async function runCauses({ file, rounds, seconds, ratePerSecond }: CausesSpec): Promise<void> {
  const nginx = await startNginx()
  const slow = createServer((_request, response) => setTimeout(() => response.end('{}'), 20)).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`

  const cell = (change: Partial<CellSpec> = {}, url = nginx.url): Promise<CellResult> =>
    runCell({ name: 'self-check', arms: [{ name: 'a', url, method: 'GET' }], assignment: 'cell', seed: 'self-check', ratePerSecond, warmupMs: WARMUP_MS, steadyStartMs: WARMUP_MS, steadyMs: seconds * 1000, ...change })
  const run: Readonly<Record<keyof typeof CAUSES, () => Promise<CellResult>>> = {
    clean: () => cell(),
    'blocked loop': () => cell({ plantedBlock: { blockMs: 5, everyMs: 50 } }),
    'busy cores': () => burning(WARMUP_MS + seconds * 1000 + BURNER_SPARE_MS, () => cell()),
    'too few slots': () => cell({ slots: 4 }, slowUrl),
  }
  const names = Object.keys(CAUSES) as (keyof typeof CAUSES)[]
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (let position = 0; position < names.length; position += 1) {
        const cause = names[(round + position) % names.length]!
        const { selfCheck } = await run[cause]()
        const { verdict, reasons, profile, evidence } = selfCheck
        const signals = Object.fromEntries(evidence.map(({ signal, value }) => [signal, value]))
        appendFileSync(file, `${JSON.stringify({ cause, verdict, reasons, profile, signals, at: new Date().toISOString() } satisfies CauseRun)}\n`)
        process.stderr.write(`${round + 1}/${rounds} ${cause}: ${verdict} ${reasons.join(' ')}\n`)
      }
    }
  } finally {
    slow.close()
    slow.closeAllConnections()
    await nginx.stop()
  }
}

/**
 * Runs `act` while one busy loop per core competes at ordinary priority, each kept on its core where the system can:
 * left alone, the kernel now and then puts two on one and leaves a core free. They end by themselves, whatever becomes of this process.
 */
async function burning<T>(longestMs: number, act: () => Promise<T>): Promise<T> {
  const program = `process.stdout.write("."); for (const end = Date.now() + ${longestMs}; Date.now() < end;);`
  const burners = Array.from({ length: availableParallelism() }, (_, core) => {
    const [command, ...words] = [...onCore(core), process.execPath, '-e', program]
    return spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  })
  try {
    await Promise.all(
      burners.map((burner) => {
        const ended = once(burner, 'exit').then(([code]) => Promise.reject(new Error(`A busy loop ended at its start with exit code ${String(code)}`)))
        return Promise.race([once(burner.stdout, 'data'), ended])
      }),
    )
    const result = await act()
    if (burners.some(({ exitCode }) => exitCode !== null)) throw new Error('A busy loop ended before its cell did: the cell shows nothing')
    return result
  } finally {
    await Promise.all(
      burners.map(async (burner) => {
        if (burner.exitCode !== null) return
        const gone = once(burner, 'exit')
        burner.kill('SIGKILL')
        await gone
      }),
    )
  }
}
