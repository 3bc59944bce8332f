import type { ConfirmedIdle } from './confirm-idle.js'

/** A percentage as short as it can be said: whole where it is near whole. @example percentText(41.04) // '41%' */
export function percentText(percent: number): string {
  return `${Number(percent.toFixed(1))}%`
}

/** Idle as a message says it: `41% (median of 41, 40, 44)`. */
export function idleText(idle: ConfirmedIdle): string {
  if (idle.idlePercent === null) return 'unknown'
  const value = percentText(idle.idlePercent)
  return idle.samplesPercent.length < 3 ? value : `${value} (median of ${idle.samplesPercent.map((percent) => Number(percent.toFixed(1))).join(', ')})`
}
