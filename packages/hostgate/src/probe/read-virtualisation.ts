import { parseVirtualisation, type Virtualisation } from '../parse/linux/virtualisation.js'
import { measured, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { textOrEmpty } from './from-file.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

/** Whether a marker of Docker, Podman, LXC or Kubernetes says that this is a container. */
export async function isContainer(host: Host): Promise<boolean> {
  if ((await host.list('/')).includes('.dockerenv') || (await host.list('/run')).includes('.containerenv')) return true
  return /\/(?:docker|kubepods|lxc|libpod)[-/.]/.test(await textOrEmpty(host, '/proc/1/cgroup'))
}

/** Whether a virtual machine or a container stands between this process and the hardware. */
export async function readVirtualisation(host: Host = systemHost()): Promise<Reading<Virtualisation>> {
  if (host.platform === 'linux') {
    return measured(parseVirtualisation(await textOrEmpty(host, '/proc/cpuinfo'), await isContainer(host)), 'kind', '/proc/cpuinfo and container markers')
  }
  if (host.platform !== 'darwin') return elsewhere(host, 'Virtualisation')
  return fromCommand(host, 'sysctl', ['-n', 'kern.hv_vmm_present'], (text) => measured<Virtualisation>(text.trim() === '1' ? 'virtual-machine' : 'none', 'kind', 'sysctl kern.hv_vmm_present'))
}
