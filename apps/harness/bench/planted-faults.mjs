// Runs smoke once as it is and three times with planted faults, real processes and all, and says which bands fired.
//
//   node apps/harness/bench/planted-faults.mjs [--only NAME,NAME] [--mode smoke] [--out DIR] [--json] [-- FURTHER OPTIONS OF bench]
//
// A band has to fire on its fault and to stay silent in the run without one. Exit code 0 when every one does, else 1.
// The busy host is made of ordinary child processes, half as many as there are cores, which end by themselves.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values: options, positionals: further } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' }, mode: { type: 'string', default: 'smoke' }, out: { type: 'string' }, json: { type: 'boolean', default: false } } })
const harness = fileURLToPath(new URL('../bin/lat-harness.mjs', import.meta.url))
const out = options.out ?? mkdtempSync(join(tmpdir(), 'lat-planted-'))

/** Busy for the first cells of a smoke run, and over before its end. */
const busyMs = 40_000

// Faults that cannot reach each other's band share a run: the arms of BAND3 are not the controls, and what a busy host adds is
// left out of every median, while nothing is left out of the counts of RATE.
const runs = [
  { name: 'clean', args: [], faults: [] },
  { name: 'load', args: ['--rate-factor', '12'], busy: true, faults: [{ band: 'RATE', plants: '12 times the rate' }, { band: 'CONTENTION', plants: 'a busy host' }] },
  { name: 'hop', args: ['--passthrough-arg=--plant-delay-us=3000'], faults: [{ band: 'BAND2', plants: '3 ms in passthrough' }] },
  { name: 'pairs', args: ['--enforce-arg=--not-enforcing', '--controlb-arg=--plant-delay-us=3000'], faults: [{ band: 'BAND3', plants: 'enforces nothing' }, { band: 'CONTROL-AA', plants: '3 ms in one control' }] },
]
const wanted = options.only === undefined ? runs : runs.filter(({ name }) => options.only.split(',').includes(name))

function makeBusy() {
  const count = Math.max(1, Math.floor(availableParallelism() / 2))
  return Array.from({ length: count }, () => spawn(process.execPath, ['-e', `for (const end = Date.now() + ${busyMs}; Date.now() < end;);`], { stdio: 'ignore' }))
}

/** One run of the harness: what its last line of JSON says, and how it ended. */
async function measure({ name, args, busy = false }) {
  const children = busy ? makeBusy() : []
  const child = spawn(process.execPath, [harness, 'bench', '--mode', options.mode, '--out', join(out, name), '--json', ...args, ...further], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, CI: '1' } })
  let stdout = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  await Promise.all(children.filter(({ exitCode }) => exitCode === null).map((each) => new Promise((resolve) => each.on('close', resolve))))
  if (stdout === '') throw new Error(`the ${name} run ended with exit code ${code} and no result`)
  return { code, result: JSON.parse(stdout) }
}

/** Status of every band, `none` for one that has nothing to say. */
function statuses({ rate, integrity, identity, contention, bands }) {
  return new Map([['RATE', rate.status], ['INTEGRITY', integrity.status], ['IDENTITY', identity.status], ['CONTENTION', contention.status], ...bands.map(({ id, status }) => [id, status])])
}

const quiet = new Set(['PASS', 'RECORDED', 'none'])
/** A band that could not be judged has not found anything. */
const found = new Set(['VIOLATED', 'ADVISORY'])
const rows = []
const ran = []
let clean = null
for (const run of wanted) {
  process.stderr.write(`--- ${[run.name, ...run.faults.map(({ plants }) => plants)].join(', ')}\n`)
  const { code, result } = await measure(run)
  const said = statuses(result)
  if (run.name === 'clean') clean = said
  const fired = [...said].filter(([, status]) => !quiet.has(status)).map(([band, status]) => `${band} ${status}`)
  ran.push({ run: run.name, exitCode: code, verdict: result.verdictLine, fired, dir: result.dir })
  for (const { band, plants } of run.faults) rows.push({ run: run.name, plants, band, status: said.get(band) })
}
const judged = rows.map((row) => ({ ...row, without: clean?.get(row.band) ?? null }))
const ok = judged.every(({ status, without }) => found.has(status) && (without === null || quiet.has(without)))

function print(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)))
  for (const line of table) console.log(line.map((text, column) => text.padEnd(widths[column])).join('  ').trimEnd())
}

if (options.json) console.log(JSON.stringify({ name: 'planted-faults', ok, rows: judged, runs: ran }))
else {
  print([['band', 'planted', 'with it', 'without it', 'in run'], ...judged.map(({ run, plants, band, status, without }) => [band, plants, status, without ?? '-', run])])
  console.log()
  print([['run', 'exit', 'last line', 'bands that are not silent'], ...ran.map(({ run, exitCode, verdict, fired }) => [run, String(exitCode), verdict, fired.join(', ') || 'none'])])
  console.log(ok ? 'PLANTED FAULTS FOUND' : 'PLANTED FAULTS NOT FOUND')
}
process.exitCode = ok ? 0 : 1
