import { startProcess } from '@lat/subjects'
import { GwbenchInputError } from '../errors.js'
import type { Member } from './crew.js'
import { binOf } from './locate.js'

export interface EmbeddedUpstream extends Member {
  readonly url: string
  readonly completionsUrl: string
  readonly pid: number
}

export interface EmbeddedUpstreamOptions {
  readonly fixturesDir: string
  /** Name of this run, which the upstream must report as its version. */
  readonly stamp: string
  /** 0, or nothing, for any free port. */
  readonly port?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Starts the mock upstream as a process of its own, and makes sure that it is the one that answers.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_THE_UPSTREAM` when another program answers on its port
 */
export async function startEmbeddedUpstream({ fixturesDir, stamp, port = 0, signal }: EmbeddedUpstreamOptions): Promise<EmbeddedUpstream> {
  const running = await startProcess({
    name: 'mock upstream',
    argv: [process.execPath, binOf('@lat/mockupstream', 'lat-mockupstream'), 'replay', '--fixtures', fixturesDir, '--port', String(port), '--version-stamp', stamp],
    ready: { line: true },
    readyTimeoutMs: 60_000,
    signal,
  })
  const url = running.readyLine!.url!
  const { version } = (await (await fetch(`${url}/healthz`)).json()) as { version: string }
  if (version !== stamp) {
    await running.stop()
    throw new GwbenchInputError('LAT_GWBENCH_NOT_THE_UPSTREAM', `The upstream at ${url} reports version "${version}" where this run started "${stamp}": another process answers on its port.`)
  }
  return { url, completionsUrl: `${url}/v1/chat/completions`, pid: running.pid, exited: running.exited, stop: () => running.stop() }
}
