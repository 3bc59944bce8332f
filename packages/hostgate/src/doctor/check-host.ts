import type { GateMode } from '../gate/quiescence.js'
import { checkQuiet } from './check-quiet.js'
import { checkRoom } from './check-room.js'
import { checkSpeed } from './check-speed.js'
import type { HostCheck } from './host-check.js'
import type { HostLimits } from './host-limits.js'
import type { HostReport } from './host-report.js'

/**
 * Judges every sensor of a report. A red check refuses an evidence run; the other modes start and say so. Idle,
 * power source, power mode, translation and open files fail closed: unreadable, they are red for evidence.
 */
export function checkHost(report: HostReport, limits: HostLimits, mode: GateMode): HostCheck[] {
  return [...checkQuiet(report, limits, mode), ...checkSpeed(report, mode), ...checkRoom(report, limits, mode)]
}
