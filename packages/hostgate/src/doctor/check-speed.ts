import type { GateMode } from '../gate/quiescence.js'
import { percentText } from '../gate/idle-text.js'
import { green, hostCheck, red, yellow, type HostCheck } from './host-check.js'
import type { HostReport } from './host-report.js'

/** Do the processors run at their full and steady speed? */
export function checkSpeed({ facts, powerSource, powerMode, thermal }: HostReport, mode: GateMode): HostCheck[] {
  const evidence = mode === 'evidence'
  const linux = facts.platform === 'linux'
  return [
    hostCheck('power-source', powerSource, 'mains', evidence, ({ kind, batteryPercent }) => {
      const read = batteryPercent === null ? kind : `${kind}, battery ${batteryPercent}%`
      if (kind === 'mains') return green(read)
      return kind === 'ups' ? red(read, 'The mains are out.', 'Wait for the mains.') : red(read, 'On battery the processor is slowed.', 'Plug the machine in.')
    }),
    hostCheck('power-mode', powerMode, 'normal or high', evidence, (power) =>
      power === 'low' ? red(power, 'Low Power Mode slows the processor.', linux ? 'Switch to the balanced or performance profile: powerprofilesctl set performance.' : 'Switch it off in System Settings, Battery.') : green(power)),
    // Apple silicon says nothing: if that stopped a run, no run could start there.
    hostCheck('thermal', thermal, '100%', false, (limit) => {
      const read = percentText(limit)
      if (limit >= 100) return green(read)
      // On Linux a limit may be wanted, to hold the frequency still.
      return linux ? yellow(read, 'The highest frequency is limited, by heat or by a setting.', 'Let the machine cool down, or compare only with runs under the same limit.') : red(read, 'Heat has slowed the processor.', 'Let the machine cool down.')
    }),
    hostCheck('governor', facts.governor, 'performance', false, ({ driver, governor, behaviour }) => {
      const read = `${governor} (${driver})`
      if (behaviour === 'performance') return green(read)
      if (behaviour === 'dynamic') return green(read, 'The frequency follows the load: short cells may run slower.')
      const fix = 'Set the performance governor for all cores: cpupower frequency-set -g performance.'
      return behaviour === 'mixed' ? red(read, 'The cores run under different governors.', fix) : red(read, 'This driver keeps the cores at their lowest frequency.', fix)
    }),
    hostCheck('cpu-quota', facts.cpuQuota, 'no limit', false, ({ cores, throttledPercent }) => {
      if (cores === null) return green('no limit')
      const held = throttledPercent === null ? '' : `, held back in ${percentText(throttledPercent)} of periods`
      return yellow(`${Number(cores.toFixed(2))} cores${held}`, 'A control group limits the processors, in steps of its period.', 'Lift the limit, or compare only with runs under the same one.')
    }),
    hostCheck('virtualisation', facts.virtualisation, 'recorded', false, (kind) => (kind === 'none' ? green(kind) : green(kind.replaceAll('-', ' '), 'Compare only with runs on the same kind.'))),
    hostCheck('translation', facts.translated, 'native', evidence, (translated) => (translated ? red('translated', 'Node runs as an Intel program under Rosetta.', 'Install Node for Apple silicon.') : green('native'))),
    hostCheck('autogroup', facts.autogroup, 'recorded', false, (on) => green(on ? 'on' : 'off')),
  ]
}
