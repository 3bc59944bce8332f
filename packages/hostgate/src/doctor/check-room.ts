import type { GateMode } from '../gate/quiescence.js'
import { percentText } from '../gate/idle-text.js'
import { green, hostCheck, red, yellow, type HostCheck } from './host-check.js'
import type { HostLimits } from './host-limits.js'
import type { HostReport } from './host-report.js'

function gib(bytes: number): string {
  return `${(bytes / 1_073_741_824).toFixed(1)} GiB`
}

/** Are there enough sockets, ports, memory and disk? */
export function checkRoom({ facts, timeWait, freeMemoryBytes, freeDiskBytes }: HostReport, limits: HostLimits, mode: GateMode): HostCheck[] {
  const { ephemeralPorts } = facts
  const ports = ephemeralPorts.state === 'value' ? ephemeralPorts.value.count : null
  return [
    hostCheck('open-files', facts.fileLimit, `at least ${limits.openFiles}`, mode === 'evidence', (files) =>
      files < limits.openFiles ? red(String(files), 'Connections would run out of file descriptors.', `Raise the limit: ulimit -n ${limits.openFiles}.`) : green(files === Infinity ? 'unlimited' : String(files))),
    hostCheck('time-wait', timeWait, ports === null ? 'recorded' : `at most ${percentText(limits.timeWaitPercent)} of ${ports} ports`, false, (count) =>
      ports !== null && count * 100 > ports * limits.timeWaitPercent ? yellow(String(count), 'Old connections hold many ports.', 'Wait a minute; a run waits by itself, up to 30 s per cell.') : green(String(count))),
    hostCheck('listen-backlog', facts.listenBacklog, `at least ${limits.listenBacklog}`, false, (backlog) =>
      backlog < limits.listenBacklog ? yellow(String(backlog), 'A burst of connections may be refused.', 'Raise somaxconn.') : green(String(backlog))),
    hostCheck('memory', freeMemoryBytes, 'recorded', false, (bytes) => green(`${gib(bytes)} of ${gib(facts.memoryBytes)} free`)),
    hostCheck('disk', freeDiskBytes, `at least ${gib(limits.freeDiskBytes)}`, false, (bytes) =>
      bytes < limits.freeDiskBytes ? red(`${gib(bytes)} free`, 'A run would fill the disk.', 'Free some space, or write the results elsewhere.') : green(`${gib(bytes)} free`)),
  ]
}
