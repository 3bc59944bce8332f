import type { Band1 } from '../bands/band1.js'
import type { Band5, CanaryDrift } from '../bands/band5.js'
import { msFromNs } from '../milliseconds.js'

function msOrNull(valueNs: number | null): number | null {
  return valueNs === null ? null : msFromNs(valueNs)
}

export function band1Json({ groups, notes }: Band1): Readonly<Record<string, unknown>> {
  return {
    groups: groups.map(({ payloadBytes, stream, p50CeilingNs, p99AdvisoryNs, cells }) => ({
      stream,
      promptBytes: payloadBytes,
      p50CeilingMs: msOrNull(p50CeilingNs),
      p99AdvisoryMs: msOrNull(p99AdvisoryNs),
      observed: cells.map(({ name, duration }) => ({ cell: name, p50Ms: msOrNull(duration.p50Ns), p99Ms: msOrNull(duration.p99Ns) })),
    })),
    advisoriesFired: notes.filter(({ code }) => code === 'p99-advisory').map(({ text }) => text),
  }
}

function driftJson({ openNs, closeNs, driftNs, ceilingNs, percentOfSmaller }: CanaryDrift): Readonly<Record<string, unknown>> {
  return {
    openMs: msOrNull(openNs),
    closeMs: msOrNull(closeNs),
    driftMs: msOrNull(driftNs),
    ceilingMs: msOrNull(ceilingNs),
    percentOfSmaller: percentOfSmaller === null ? null : Math.round(percentOfSmaller * 10) / 10,
  }
}

export function band5Json({ p50, p99 }: Band5): Readonly<Record<string, unknown>> {
  return { p50: driftJson(p50), p99: driftJson(p99) }
}
