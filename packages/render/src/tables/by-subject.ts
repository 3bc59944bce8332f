import type { Arm, Shift } from '@lat/rows'

const arms: readonly Arm[] = ['direct', 'passthrough', 'enforce', 'controla', 'controlb']

/** Reading order of shifts: streaming last, then prompt size, arm, quantile. */
export function bySubject(a: Shift, b: Shift): number {
  return Number(a.stream) - Number(b.stream) || a.payloadBytes - b.payloadBytes || arms.indexOf(a.treatment) - arms.indexOf(b.treatment) || a.q - b.q
}
