/**
 * Does the generator accuse itself when it should, and only then? Runs clean cells and cells with a planted
 * cause, in turn: a blocked I/O loop, busy loops on every core, a pool of slots that is too small.
 *
 * npx tsx --conditions=@lat/source packages/loadgen/bench/self-check.ts [--runs 60] [--seconds 4] [--signals FILE]
 *
 * With --signals the signals of every run are appended as JSON lines: what limits are calibrated on. Without,
 * verdicts are counted against the frozen limits, each rate with its Clopper-Pearson interval.
 *
 * Not under a real-time scheduler: the busy loops would inherit it and starve the machine, so it is refused.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runCell } from '../src/index.js'
import type { CellResult, CellSpec } from '../src/index.js'
import { clopperPearson } from './clopper-pearson.js'
import { startNginx } from './start-nginx.js'

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '60' }, seconds: { type: 'string', default: '4' }, rate: { type: 'string', default: '500' }, signals: { type: 'string' } } })
if (realTime()) {
  console.error('This process runs under a real-time scheduler (chrt); its busy loops would take the whole machine. Start it without.')
  process.exit(2)
}
const nginx = await startNginx()
const slow = createServer((_request, response) => setTimeout(() => response.end('{}'), 20)).listen(0, '127.0.0.1')
await once(slow, 'listening')
const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`

/** Scheduling policy 1 (FIFO) or 2 (round robin), field 41 of Linux's stat; `false` elsewhere. */
function realTime(): boolean {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '').split(' ')
    return fields[38] === '1' || fields[38] === '2'
  } catch {
    return false
  }
}

function cell(change: Partial<CellSpec> = {}, url = nginx.url): Promise<CellResult> {
  const steadyMs = Number(options.seconds) * 1000
  return runCell({ name: 'self-check', arms: [{ name: 'a', url, method: 'GET' }], assignment: 'cell', seed: 'self-check', ratePerSecond: Number(options.rate), warmupMs: 1000, steadyStartMs: 1200, steadyMs, ...change })
}

/** Ends by itself, whatever becomes of this process. */
const burner = `process.stdout.write("."); for (const end = Date.now() + ${(Number(options.seconds) + 8) * 1000}; Date.now() < end;);`

async function burnt(): Promise<CellResult> {
  const burners = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', burner], { stdio: ['ignore', 'pipe', 'inherit'] }))
  try {
    await Promise.all(burners.map((burner) => once(burner.stdout, 'data')))
    return await cell()
  } finally {
    await Promise.all(
      burners.map((child) => {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        return gone
      }),
    )
  }
}

const causes: Readonly<Record<string, { readonly run: () => Promise<CellResult>; readonly wanted: CellResult['selfCheck']['verdict'] }>> = {
  clean: { run: () => cell(), wanted: 'clean' },
  'blocked loop': { run: () => cell({ plantedBlock: { blockMs: 5, everyMs: 50 } }), wanted: 'generator-limited' },
  'busy cores': { run: burnt, wanted: 'host-contended' },
  'too few slots': { run: () => cell({ slots: 4 }, slowUrl), wanted: 'generator-limited' },
}

const hits: Record<string, number> = {}
const runs = Number(options.runs)
for (let index = 0; index < runs; index += 1) {
  for (const [cause, { run, wanted }] of Object.entries(causes)) {
    const { selfCheck } = await run()
    if (selfCheck.verdict === wanted) hits[cause] = (hits[cause] ?? 0) + 1
    const signals = Object.fromEntries(selfCheck.evidence.map(({ signal, value }) => [signal, value]))
    if (options.signals !== undefined) appendFileSync(options.signals, `${JSON.stringify({ cause, run: index, verdict: selfCheck.verdict, reasons: selfCheck.reasons, ...signals })}\n`)
    process.stderr.write(`${index + 1}/${runs} ${cause}: ${selfCheck.verdict} ${selfCheck.reasons.join(' ')}\n`)
  }
}
for (const [cause, { wanted }] of Object.entries(causes)) {
  const count = hits[cause] ?? 0
  const { low, high } = clopperPearson(count, runs)
  console.log(`${cause.padEnd(14)} called ${wanted}: ${count} of ${runs}, 95 % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}] %`)
}
slow.close()
slow.closeAllConnections()
await nginx.stop()
