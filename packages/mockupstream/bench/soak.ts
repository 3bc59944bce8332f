/**
 * Whether the upstream survives broken clients and stays the same size: good requests, fuzzed byte streams, clients that
 * leave and clients that stall, for some minutes, with the resident size every ten seconds.
 *
 * npx tsx --conditions=@lat/source packages/mockupstream/bench/soak.ts [--minutes 10]
 */
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { quantile } from '@lat/estimators'
import fc from 'fast-check'
import { byteStreams } from '../test/core/fuzz-input.js'
import { startChild } from './start-child.js'

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, json: { type: 'boolean', default: false } } })
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const replay = await startChild(path('../bin/lat-mockupstream.mjs'), ['replay', '--fixtures', path('../../../fixtures/replay'), '--request-timeout', '2s'])
const { hostname, port } = new URL(replay.url)
/** Longer than the patience of the server with half a request, 2 s. */
const STAY_MS = 5000
const endMs = Date.now() + Number(options.minutes) * 60_000
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

let fuzzed = 0
async function sendBroken(): Promise<void> {
  for (let seed = 1; Date.now() < endMs; seed += 1) {
    for (const bytes of fc.sample(byteStreams, { seed, numRuns: 50 })) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => socket.destroy()).resume()
      socket.write(bytes)
      fuzzed += 1
      // A third leaves at once, a third ends properly, a third stays until the server has lost patience: it keeps who owes it nothing, for good.
      if (fuzzed % 3 === 0) socket.destroy()
      else if (fuzzed % 3 === 1) socket.end()
      else setTimeout(() => socket.destroy(), STAY_MS)
      await pause(10)
    }
  }
}

let answered = 0
async function sendGood(): Promise<void> {
  while (Date.now() < endMs) {
    const stream = answered % 2 === 0
    const answer = await fetch(`${replay.url}/v1/messages`, { method: 'POST', body: JSON.stringify({ stream, messages: [] }) })
    if (!answer.ok) throw new Error(`a good request was answered ${answer.status}`)
    await answer.text()
    answered += 1
    await pause(5)
  }
}

const rssBytes: number[] = []
async function watch(): Promise<void> {
  while (Date.now() < endMs) {
    rssBytes.push(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(replay.pid)]).toString()) * 1024)
    await pause(10_000)
  }
}

await Promise.all([sendBroken(), sendGood(), watch()])
const { counters } = (await (await fetch(`${replay.url}/healthz`)).json()) as { counters: Readonly<Record<string, number>> }
await replay.stop()
const quarter = Math.max(1, Math.floor(rssBytes.length / 4))
const medianMiB = (values: readonly number[]): number => quantile(values, 0.5) / 1024 / 1024
// The first quarter still holds the compiler's work, so growth is judged from the second on.
const second = medianMiB(rssBytes.slice(quarter, 2 * quarter + 1))
const last = medianMiB(rssBytes.slice(-quarter))
console.log(`${answered} good requests and ${fuzzed} broken streams in ${options.minutes} min; resident ${second.toFixed(1)} MiB in the second quarter, ${last.toFixed(1)} MiB in the last`)
console.log(JSON.stringify({ name: 'mockupstream-soak', ratios: { rssGrowth: last / second }, rssMiB: { second, last, everyTenSeconds: rssBytes.map((bytes) => Math.round(bytes / 1024 / 1024)) }, answered, fuzzed, counters }))
