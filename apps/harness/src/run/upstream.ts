import { startProcess } from '@lat/subjects'
import type { RunningProcess } from '@lat/subjects'
import { HarnessInputError } from '../errors.js'
import { binOf } from './locate.js'

export interface UpstreamOptions {
  readonly port: number
  readonly fixturesDir: string
  readonly versionStamp: string
  readonly allowPlants: boolean
  readonly warmupRequests?: number
  readonly signal?: AbortSignal
}

/** The mock upstream of a run, checked to be the one this run started and to serve the bytes on disk. */
export interface Upstream {
  readonly process: RunningProcess
  readonly url: string
  readonly fixturesDigest: string
  readonly byteLengths: Readonly<Record<string, number>>
  /** Requests answered so far, as the upstream itself counts them. */
  counters(): Promise<Readonly<Record<string, unknown>>>
  stop(): Promise<void>
}

interface Health {
  readonly version: string | null
  readonly fixturesDigest: string
  readonly byteLengths: Readonly<Record<string, number>>
  readonly counters: Readonly<Record<string, unknown>>
}

async function healthOf(url: string): Promise<Health> {
  const answer = await fetch(`${url}/healthz`)
  return (await answer.json()) as Health
}

export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const process_ = await startProcess({
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
  const url = String(process_.readyLine?.['url'])
  const health = await healthOf(url)
  if (health.version !== options.versionStamp) {
    await process_.stop()
    throw new HarnessInputError('LAT_HARNESS_REFUSED', `The upstream at ${url} reports version "${String(health.version)}", this run started "${options.versionStamp}": another process answers on its port. End that process and start again.`)
  }
  return {
    process: process_,
    url,
    fixturesDigest: health.fixturesDigest,
    byteLengths: health.byteLengths,
    counters: async () => (await healthOf(url)).counters,
    stop: async () => void (await process_.stop()),
  }
}
