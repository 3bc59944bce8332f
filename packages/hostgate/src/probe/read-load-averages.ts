import type { LoadAverages } from '../load-averages.js'
import { parseLinuxLoadAverages } from '../parse/linux/load-averages.js'
import { parseMacLoadAverages } from '../parse/mac/load-averages.js'
import type { Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { fromFile } from './from-file.js'
import type { Host } from './host.js'
import { isContainer } from './read-virtualisation.js'
import { systemHost } from './system-host.js'

/** Load averages. Inside a container they are those of the whole host, and the reading says so. */
export async function readLoadAverages(host: Host = systemHost()): Promise<Reading<LoadAverages>> {
  if (host.platform === 'darwin') return fromCommand(host, 'sysctl', ['-n', 'vm.loadavg'], parseMacLoadAverages)
  if (host.platform !== 'linux') return elsewhere(host, 'Load')
  const reading = await fromFile(host, '/proc/loadavg', parseLinuxLoadAverages)
  return reading.state === 'value' && (await isContainer(host)) ? { ...reading, note: 'Host-wide: seen from inside a container.' } : reading
}
