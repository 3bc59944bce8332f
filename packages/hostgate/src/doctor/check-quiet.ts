import type { GateMode } from '../gate/quiescence.js'
import { percentText } from '../gate/idle-text.js'
import { green, hostCheck, part, red, yellow, type HostCheck } from './host-check.js'
import type { HostLimits } from './host-limits.js'
import type { HostReport } from './host-report.js'

/** Is anyone else using the processors? */
export function checkQuiet({ facts, idle, load, pressure }: HostReport, limits: HostLimits, mode: GateMode): HostCheck[] {
  const { idleFloorPercent, stealLimitPercent, loadPerCore } = limits
  const { coreCount } = facts
  const steal = part(idle, ({ stealPercent }) => stealPercent, 'This system does not say how much time the hypervisor gave to others.')
  return [
    hostCheck('idle', idle, `at least ${percentText(idleFloorPercent)}`, mode === 'evidence', ({ meanPercent, lowestCorePercent, intervalMs }) => {
      const read = `${percentText(meanPercent)} over ${(intervalMs / 1000).toFixed(1)} s`
      if (meanPercent < idleFloorPercent) return red(read, 'The machine is busy.', 'Close what is busy and look again.')
      if (lowestCorePercent !== null && lowestCorePercent < idleFloorPercent / 3) return yellow(`${read}, busiest core ${percentText(lowestCorePercent)}`, 'One core is busy, which a mean hides.', 'Find the process that holds it.')
      return green(read)
    }),
    ...(facts.platform === 'linux' ? [hostCheck('steal', steal, `at most ${percentText(stealLimitPercent)}`, false, (percent) =>
      percent > stealLimitPercent ? red(percentText(percent), 'The hypervisor gave this time to other guests.', 'Use a machine of your own, or another hour.') : green(percentText(percent)))] : []),
    hostCheck('load', load, `at most ${loadPerCore} per core`, false, ({ load1, load5, load15 }) => {
      const read = `${load1} ${load5} ${load15}`
      if (load1 > loadPerCore * coreCount) return red(read, `Far more is runnable, or waits for a disk, than the ${coreCount} cores can take.`, 'Wait until it has fallen.')
      return load1 > coreCount ? yellow(read, `More is runnable than there are cores (${coreCount}); idle decides.`, 'Wait a minute: the average looks back.') : green(read)
    }),
    hostCheck('pressure', pressure, 'recorded', false, ({ someAvg10Percent }) => green(`${percentText(someAvg10Percent)} of the last 10 s`)),
  ]
}
