import { GwbenchInputError } from '../errors.js'
import { proveStreaming } from './prove-streaming.js'
import type { GatedUpstream } from './start-gated-upstream.js'

export interface StreamedTarget {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface RequireStreamingOptions {
  readonly targets: readonly StreamedTarget[]
  readonly body: string
  readonly gate: GatedUpstream
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Proves of every target that it hands events on as they come, before anything is timed.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_STREAMING`, naming every target that does not
 */
export async function requireStreaming({ targets, ...rest }: RequireStreamingOptions): Promise<void> {
  const faults: string[] = []
  for (const { name, url, headers } of targets) {
    const proof = await proveStreaming({ url, headers, ...rest })
    if (proof.verdict !== 'streams') faults.push(`Target "${name}" ${proof.what}.`)
  }
  if (faults.length > 0) throw new GwbenchInputError('LAT_GWBENCH_NOT_STREAMING', `${faults.join('\n')}\nNothing was timed: a time to first byte through ${faults.length === 1 ? 'it' : 'them'} would not be that of a stream.`)
}
