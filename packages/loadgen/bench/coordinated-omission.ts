/**
 * The same server freezes once for 120 ms; two generators watch. The open model shows the freeze to everyone
 * who would have come, the closed loop to the few who were already waiting.
 *
 * npx tsx --conditions=@lat/source packages/loadgen/bench/coordinated-omission.ts [picture.svg]
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { quantile } from '@lat/estimators'
import { responseNs } from '@lat/rows'
import { closedLoop, runCell } from '../src/index.js'
import type { CellResult } from '../src/index.js'

const STALL_MS = 120
const RATE_PER_SECOND = 500
const USERS = 4
const STEADY_MS = 6000

let frozenUntilMs = 0
const server = createServer((_request, response) => {
  const waitMs = frozenUntilMs - performance.now()
  if (waitMs <= 0) response.end('{}')
  else setTimeout(() => response.end('{}'), waitMs)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const freezeInMs = (ms: number): void => void setTimeout(() => (frozenUntilMs = performance.now() + STALL_MS), ms)
const freezeAtHalf = (): ((progress: { readonly phase: string; readonly elapsedMs: number }) => void) => {
  let frozen = false
  return ({ phase, elapsedMs }) => {
    if (frozen || phase !== 'steady' || elapsedMs < 1000 + STEADY_MS / 2) return
    frozen = true
    freezeInMs(0)
  }
}

const open = await runCell(
  { name: 'open', arms: [{ name: 'a', url, method: 'GET' }], assignment: 'cell', seed: 'stall', ratePerSecond: RATE_PER_SECOND, warmupMs: 1000, steadyStartMs: 1000, steadyMs: STEADY_MS, slots: 200, canary: false },
  { onProgress: freezeAtHalf() },
)
const closed = await closedLoop({ name: 'closed', target: { name: 'a', url, method: 'GET' }, users: USERS, warmupMs: 1000, steadyMs: STEADY_MS }, { onProgress: freezeAtHalf() })
server.close()
server.closeAllConnections()

function describe(what: string, { rows }: CellResult): { readonly p99Ms: number } {
  const values = [...rows].map(responseNs).filter((value) => value !== null)
  const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(values, q) / 1e6)
  const hit = values.filter((value) => value > 10e6).length
  console.log(`${what.padEnd(28)} ${String(values.length).padStart(7)} requests  P50 ${p50!.toFixed(3).padStart(8)}  P99 ${p99!.toFixed(3).padStart(8)}  max ${max!.toFixed(1).padStart(6)} ms  ${hit} above 10 ms`)
  return { p99Ms: p99! }
}
const openP99 = describe(`open, ${RATE_PER_SECOND} per second`, open)
const closedP99 = describe(`closed, ${USERS} users`, closed)
console.log(`One freeze of ${STALL_MS} ms: P99 ${openP99.p99Ms.toFixed(1)} ms in the open model (bar: at least 50), ${closedP99.p99Ms.toFixed(1)} ms in the closed loop (bar: below 5).`)
process.exitCode = openP99.p99Ms >= 50 && closedP99.p99Ms < 5 ? 0 : 1

const longest = [open, closed].map(({ rows }) => [...rows].reduce((most, { lastByteNs }) => Math.max(most, lastByteNs ?? 0), 0)).reduce((a, b) => Math.max(a, b))

/** Each request as a dot: when it was due, and how long it took. */
function panel(result: CellResult, title: string, x: number): string {
  const dots = [...result.rows]
    .filter(({ lastByteNs, sequence }) => lastByteNs !== null && (lastByteNs > 5e6 || sequence % Math.ceil(result.rows.length / 1500) === 0))
    .map(({ scheduledNs, lastByteNs }) => `<circle cx="${(x + (scheduledNs / (STEADY_MS * 1e6)) * 360).toFixed(1)}" cy="${(230 - (lastByteNs! / longest) * 180).toFixed(1)}" r="1.6"/>`)
  return `<text x="${x}" y="30" class="title">${title}</text><path d="M${x} 50V230H${x + 360}" class="axis"/><text x="${x - 6}" y="55" text-anchor="end">${(longest / 1e6).toFixed(0)} ms</text><text x="${x - 6}" y="234" text-anchor="end">0</text><text x="${x + 360}" y="250" text-anchor="end">time due, ${STEADY_MS / 1000} s</text><g class="dot">${dots.join('')}</g>`
}
const picture = process.argv[2]
if (picture !== undefined) {
  const style = '<style>text{font:13px sans-serif;fill:#333}.title{font-weight:600}.axis{stroke:#888;fill:none}.dot{fill:#0b6cb8;fill-opacity:.6}</style>'
  const panels = [panel(open, `Open model: P99 ${openP99.p99Ms.toFixed(1)} ms`, 70), panel(closed, `Closed loop: P99 ${closedP99.p99Ms.toFixed(1)} ms`, 520)]
  writeFileSync(picture, `<svg xmlns="http://www.w3.org/2000/svg" width="910" height="265" viewBox="0 0 910 265"><rect width="910" height="265" fill="#fff"/>${style}${panels.join('')}</svg>\n`)
}
