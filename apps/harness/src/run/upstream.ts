import { checkFixtures } from '@lat/mockupstream'
import { startProcess } from '@lat/subjects'
import { HarnessInputError } from '../errors.js'
import { binOf } from './locate.js'

export interface UpstreamOptions {
  readonly port: number
  readonly fixturesDir: string
  readonly versionStamp: string
  readonly allowPlants?: boolean
  readonly warmupRequests?: number
  readonly signal?: AbortSignal
}

/** What one process said it is, beside what this run expected of it. */
export interface IdentityReading {
  readonly name: string
  readonly expected: string
  readonly reported: string
}

/** The mock upstream of a run, known to be the one this run started and to serve the bytes on disk. */
export interface Upstream {
  readonly url: string
  readonly fixturesDigest: string
  readonly byteLengths: Readonly<Record<string, number>>
  readonly identity: readonly IdentityReading[]
  /** Requests answered so far, as the upstream itself counts them. */
  requests(): Promise<number>
  stop(): Promise<void>
}

interface Health {
  readonly version: string
  readonly fixturesDigest: string
  readonly byteLengths: Readonly<Record<string, number>>
  readonly counters: { readonly requests: number }
}

async function healthOf(url: string): Promise<Health> {
  const answer = await fetch(`${url}/healthz`)
  return (await answer.json()) as Health
}

/**
 * Starts the mock upstream and checks who answers: its version must be this run's, its fixtures those on disk.
 *
 * @throws {HarnessInputError} when something else answers
 */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const onDisk = await checkFixtures(options.fixturesDir)
  const running = await startProcess({
    name: 'mock upstream',
    argv: [
      process.execPath,
      binOf('@lat/mockupstream', 'lat-mockupstream'),
      'replay',
      '--fixtures', options.fixturesDir,
      '--port', String(options.port),
      '--version-stamp', options.versionStamp,
      ...(options.allowPlants ? ['--allow-plants'] : []),
      ...(options.warmupRequests === undefined ? [] : ['--warmup-requests', String(options.warmupRequests)]),
    ],
    ready: { line: true },
    readyTimeoutMs: 60_000,
    ports: options.port === 0 ? [] : [options.port],
    signal: options.signal,
  })
  const url = running.readyLine!.url!
  const health = await healthOf(url)
  const identity = [
    { name: 'upstream', expected: options.versionStamp, reported: health.version },
    { name: 'upstream-fixtures', expected: onDisk.fixtures.digest, reported: health.fixturesDigest },
  ]
  const wrong = identity.find(({ expected, reported }) => expected !== reported)
  if (wrong) {
    await running.stop()
    throw new HarnessInputError('LAT_HARNESS_REFUSED', `The upstream at ${url} reports ${wrong.name} "${wrong.reported}" where this run expects "${wrong.expected}": another process answers on its port. End it and start again.`)
  }
  return {
    url,
    fixturesDigest: health.fixturesDigest,
    byteLengths: health.byteLengths,
    identity,
    requests: async () => (await healthOf(url)).counters.requests,
    stop: async () => void (await running.stop()),
  }
}
