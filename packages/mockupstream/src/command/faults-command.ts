import type { CAC } from 'cac'
import { listFaults } from '../faults/list-faults.js'
import type { CommandIo } from './command-io.js'

/** Adds `faults`: what `x-mock-fault` and rules may ask for. */
export function faultsCommand(cli: CAC, io: CommandIo): void {
  cli
    .command('faults', 'List what the header x-mock-fault and fault rules may ask for')
    .example('  $ lat-mockupstream faults')
    .action(() => {
      for (const { name, value, help } of listFaults()) io.out(`${value === null ? name : `${name}=${value}`}: ${help}`)
      io.out('DELAY is 50ms, 10ms..20ms, or a weighted choice 20ms@0.95|500ms@0.05. Several faults: status=429,retry-after=1')
    })
}
