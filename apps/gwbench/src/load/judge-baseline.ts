import type { LoadArm, LoadResult } from './load-schema.js'

/** A process of one thread that uses this much of a core has no room left. */
const SATURATED = 0.9
const QUANTILES = ['p50Ns', 'p95Ns', 'p99Ns'] as const
/** Below this, two latencies of a busy machine are the same. */
const CLEARLY = 1.05

/**
 * Whether the direct path is itself the bottleneck: a difference between two queues says nothing about what a gateway adds.
 *
 * @param arms `direct` first
 */
export function judgeBaseline(arms: readonly LoadArm[], model: LoadResult['model']): LoadResult['baseline'] {
  const [direct, ...others] = arms as [LoadArm, ...LoadArm[]]
  const reasons: string[] = []
  const lost = direct.failed + direct.dropped + direct.abandoned
  if (lost > 0) reasons.push(`${lost} of ${direct.scheduled} direct requests failed, were dropped or were not answered`)
  if (direct.durationNs === null) return { bottleneck: true, reasons: [...reasons, 'no direct request was answered'] }
  const { verdict, reasons: why } = direct.generator
  // The generator of a closed loop is as fast as what it drives, which its own check takes for a limit.
  if (model === 'open' && (verdict === 'generator-limited' || verdict === 'host-contended')) reasons.push(`the direct arm was ${verdict}: ${why.join(', ')}`)
  if (direct.usage !== null && direct.usage.cpuSecondsPerSecond >= SATURATED) reasons.push(`the upstream used ${(direct.usage.cpuSecondsPerSecond * 100).toFixed(0)} % of a core while it was called directly`)
  for (const { name, durationNs, okPerSecond } of others) {
    const slower = durationNs === null ? [] : QUANTILES.filter((q) => direct.durationNs![q] > CLEARLY * durationNs[q])
    if (slower.length > 0) reasons.push(`direct is slower than ${name} at ${slower.map((q) => q.slice(0, 3)).join(', ')}`)
    if (model === 'closed' && okPerSecond > CLEARLY * direct.okPerSecond) reasons.push(`direct answers fewer requests per second than ${name}`)
  }
  return { bottleneck: reasons.length > 0, reasons }
}
