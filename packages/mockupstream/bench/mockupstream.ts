/**
 * What the upstream costs: replay against nginx `return 200`, the same handler on node:http, and other mock servers.
 *
 * npx tsx --conditions=@lat/source packages/mockupstream/bench/mockupstream.ts [--blocks 5] [--steady 8] [--warmup 4] [--placement free|pinned] [--json]
 *
 * Servers and client run where the kernel puts them, as in every run of the harness and in everybody's tests. `--placement pinned` puts all
 * servers on one core and the client on another, where waking up a core is most of what every server is seen to take.
 *
 * LAT_OTHER_MOCKS names a directory outside the repository in which `npm install @copilotkit/aimock @dwmkerr/mock-llm` was run;
 * they are compared at 100 per second, whatever their framing. nginx is taken from the PATH.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { quantile } from '@lat/estimators'
import { durationNs } from '@lat/rows'
import { runRatioBench } from '../../../tools/bench/ratio-bench.js'
import type { Bar } from '../../../tools/bench/ratio-bench.js'
import { installed, keepOnCores, onCore } from '../../loadgen/bench/other-tools.js'
import { startNginx } from '../../loadgen/bench/start-nginx.js'
import { runCell } from '../../loadgen/src/index.js'
import type { TransportName } from '../../loadgen/src/cell-spec.js'
import { meanReads } from './count-reads.js'
import { segmentCounter } from './count-segments.js'
import { medianServiceNs } from './service-time.js'
import { sixEventFixtures } from './six-event-fixtures.js'
import { startChild } from './start-child.js'
import { OTHER_MOCKS, startOtherMocks } from './start-other-mocks.js'

const { values: options } = parseArgs({
  options: {
    blocks: { type: 'string', default: '5' },
    steady: { type: 'string', default: '8' },
    warmup: { type: 'string', default: '4' },
    rate: { type: 'string', default: '500' },
    placement: { type: 'string', default: 'free' },
    json: { type: 'boolean', default: false },
  },
})
if (!['pinned', 'free'].includes(options.placement)) throw new Error(`--placement ${options.placement}: pinned or free.`)
const SERVER_CORE = 1
const CLIENT_CORE = 0
const isPinned = options.placement === 'pinned' && onCore(SERVER_CORE).length > 0
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const PROMPT = 'Explain in two sentences what a gateway does between a caller and a model, and what it costs.'
const bodyOf = (stream: boolean): string => JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: PROMPT }], stream })

const fixtures = sixEventFixtures()
// Reads are counted by a client beside its server: on another core it sleeps through the segments it should read one by one.
const bin = path('../bin/lat-mockupstream.mjs')
const readReplay = await startChild(bin, ['replay', '--fixtures', fixtures])
const readNodeHttp = await startChild(path('peer-server.mjs'), [fixtures])
// A program that is started inherits the core.
if (isPinned) keepOnCores([SERVER_CORE])
const nginx = installed('nginx') ? await startNginx() : null
const replay = await startChild(bin, ['replay', '--fixtures', fixtures])
const again = await startChild(bin, ['replay', '--fixtures', fixtures])
const nodeHttp = await startChild(path('peer-server.mjs'), [fixtures])
const segments = segmentCounter()
const others = await startOtherMocks()
if (isPinned) keepOnCores([CLIENT_CORE])
const peers = others.flatMap(({ key, url }) => (url === null ? [] : [[key, url] as const]))

/** Median per arm, the arms in time blocks of one cell in seeded order, so that each is driven at the full rate. */
async function medians(arms: Readonly<Record<string, string>>, stream: boolean, ratePerSecond: number, index: number, transport: TransportName): Promise<Record<string, number>> {
  const { rows } = await runCell({
    name: `bench-${index}`,
    arms: Object.entries(arms).map(([name, url]) => ({ name, url: new URL('/v1/chat/completions', url).href, headers: { 'content-type': 'application/json' }, body: bodyOf(stream) })),
    assignment: 'block',
    seed: `mockupstream-${index}`,
    ratePerSecond,
    warmupMs: Number(options.warmup) * 1000,
    steadyStartMs: Number(options.warmup) * 1000,
    steadyMs: Number(options.steady) * 1000,
    slotOrder: 'lifo',
    transport,
    canary: false,
  })
  const p50Ns = (arm: string): number => quantile([...rows].filter((row) => row.arm === arm && row.outcome === 'ok').map((row) => durationNs(row)!), 0.5)
  return Object.fromEntries(Object.keys(arms).map((arm) => [arm, p50Ns(arm)]))
}

/** How much 1,000 clients that never finish their request slow down the others: one of two equal servers has them. */
async function halfOpenVsQuiet(): Promise<number> {
  const { port, hostname } = new URL(again.url)
  const slow = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const socket = connect({ host: hostname, port: Number(port) })
      await once(socket, 'connect')
      socket.on('error', () => socket.destroy()).write('POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
      return socket
    }),
  )
  const served = await medianServiceNs({ replay: replay.url, again: again.url }, bodyOf(false), 200, 4)
  for (const socket of slow) socket.destroy()
  return served['again']! / served['replay']!
}

const bars: Record<string, Bar> = {
  ...(nginx === null ? {} : { jsonVsNginx: { atMost: 2.3 } }),
  jsonVsNodeHttp: { atMost: 0.75 },
  sseTotalVsNodeHttp: { atMost: 1.1 },
  sseReadsPerReply: { atLeast: 4 },
  ...(segments === null ? {} : { sseSegmentsPerReply: { between: [6, 6] } }),
  halfOpenVsQuiet: { atMost: 2 },
  ...Object.fromEntries(peers.map(([key]) => [key, { atLeast: 3 }])),
}

try {
  await runRatioBench({
    name: 'mockupstream',
    bars,
    blocks: Number(options.blocks),
    async block(index) {
      // The bare transport adds the least of its own, but reads no chunked answers.
      const ours = { replay: replay.url, again: again.url, nodeHttp: nodeHttp.url }
      const json = await medians({ ...ours, ...(nginx === null ? {} : { nginx: nginx.url }) }, false, Number(options.rate), index, 'raw')
      const sse = await medians(ours, true, Number(options.rate) / 2, index, 'undici')
      // A client that sleeps is put beside its servers: on a core of its own its waking up would be most of what it reads.
      if (isPinned) keepOnCores([SERVER_CORE])
      const slow = peers.length === 0 ? {} : await medianServiceNs({ replay: replay.url, ...Object.fromEntries(peers) }, bodyOf(false), 100, Number(options.steady))
      if (isPinned) keepOnCores([CLIENT_CORE, SERVER_CORE])
      const reads = { replay: await meanReads(readReplay.url, 250, 4), nodeHttp: await meanReads(readNodeHttp.url, 50, 4) }
      if (isPinned) keepOnCores([CLIENT_CORE])
      return {
        ratios: {
          ...(nginx === null ? {} : { jsonVsNginx: json['replay']! / json['nginx']! }),
          jsonVsNodeHttp: json['replay']! / json['nodeHttp']!,
          sseTotalVsNodeHttp: sse['replay']! / sse['nodeHttp']!,
          sseReadsPerReply: reads.replay,
          ...(segments === null ? {} : { sseSegmentsPerReply: await segments.segmentsPerReply(replay.url) }),
          halfOpenVsQuiet: await halfOpenVsQuiet(),
          nodeHttpReadsPerReply: reads.nodeHttp,
          ...Object.fromEntries(peers.map(([key]) => [key, slow[key]! / slow['replay']!])),
          jsonP50Us: json['replay']! / 1000,
          sseP50Us: sse['replay']! / 1000,
        },
        aa: { json: json['again']! / json['replay']!, sse: sse['again']! / sse['replay']! },
      }
    },
    skipped: [
      ...(segments === null ? [{ what: 'sseSegmentsPerReply', why: 'neither tcpdump as root nor ss is there to count segments' }] : []),
      ...(nginx === null ? [{ what: 'jsonVsNginx', why: 'nginx is not installed' }] : []),
      ...others.filter(({ url }) => url === null).map(({ key, packageName }) => ({ what: key, why: `${OTHER_MOCKS} names no directory in which ${packageName} is installed` })),
    ],
    notes: [`JSON at ${options.rate} per second, SSE of six events at ${Number(options.rate) / 2}, arms in blocks of 250 ms; ${options.warmup} s warm-up and ${options.steady} s steady per cell; P50 from connected to last byte`, isPinned ? `servers on core ${SERVER_CORE}, client on core ${CLIENT_CORE}` : 'servers and client wherever the kernel puts them', ...(segments === null ? [] : [`segments counted by ${segments.program}`])],
  })
} finally {
  await Promise.all([readReplay.stop(), readNodeHttp.stop(), replay.stop(), again.stop(), nodeHttp.stop(), nginx?.stop(), ...others.map((mock) => mock.stop())])
  rmSync(fixtures, { recursive: true })
}
