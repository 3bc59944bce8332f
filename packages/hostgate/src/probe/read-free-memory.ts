import { boundedNumber } from '../parse/bounded-number.js'
import { parseFreeMemory } from '../parse/mac/free-memory.js'
import { measured, unknown, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { fromFile } from './from-file.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

/** Memory that can be had without swapping: `MemAvailable` on Linux, free pages on macOS, which is less. */
export async function readFreeMemory(host: Host = systemHost()): Promise<Reading<number>> {
  if (host.platform === 'darwin') return fromCommand(host, 'vm_stat', [], parseFreeMemory)
  if (host.platform !== 'linux') return elsewhere(host, 'Free memory')
  return fromFile(host, '/proc/meminfo', (text) => {
    const kib = boundedNumber(/^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1], 0, 1e12)
    return kib === null ? unknown('/proc/meminfo has no MemAvailable') : measured(kib * 1024, 'bytes', '/proc/meminfo')
  })
}
