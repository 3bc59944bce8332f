import { startProcess } from '@lat/subjects'
import type { Member } from './crew.js'
import { binOf } from './locate.js'
import type { MeasuredTarget } from './measured-target.js'

export interface RelayTargetOptions {
  readonly name: string
  /** The direct target, which the relay stands in front of. */
  readonly direct: MeasuredTarget
  /** Microseconds to hold every answer back; without it the relay is transparent. */
  readonly plantDelayUs?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * The untimed request of a plant is not held. Otherwise everybody would have idled for the length of the plant just before
 * the timed request, which slows it by what the plant neither does nor measures.
 */
const UNTIMED = { 'x-lat-plant': 'off' }

/** Starts a relay to the upstream as a process of its own, as a gateway is one. */
export async function startRelayTarget({ name, direct, plantDelayUs, signal }: RelayTargetOptions): Promise<MeasuredTarget & Member> {
  const { origin, pathname, search } = new URL(direct.url)
  const running = await startProcess({
    name,
    argv: [process.execPath, binOf('@lat/subjects', 'lat-relay'), '--upstream', origin, ...(plantDelayUs === undefined ? [] : ['--plant-delay-us', String(plantDelayUs)])],
    ready: { line: true },
    readyTimeoutMs: 60_000,
    signal,
  })
  const { headers, key } = direct
  return { name, url: `${running.readyLine!.url!}${pathname}${search}`, headers, ...(plantDelayUs === undefined ? {} : { untimedHeaders: UNTIMED }), key, parallelism: '1 process, 1 thread', sha256: null, pid: running.pid, exited: running.exited, stop: () => running.stop() }
}
