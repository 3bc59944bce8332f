import type { Arm } from '@lat/rows'

const names: Readonly<Record<Arm, string>> = { direct: 'direct', passthrough: 'passthrough', enforce: 'enforce', controla: 'A/A control a', controlb: 'A/A control b' }

/** The reader's name of an arm. */
export function armName(arm: Arm): string {
  return names[arm]
}
