import { parseVirtualisation, type Virtualisation } from '../parse/linux/virtualisation.js'
import { quote } from '../parse/quote.js'
import { measured, unknown, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { textOrEmpty } from './from-file.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

/** Files of Docker, Podman, systemd (nspawn, LXC) and Kubernetes, whose control group may look like that of a host from inside. */
const CONTAINER_MARKERS = [['/', '.dockerenv'], ['/run', '.containerenv'], ['/run/systemd', 'container'], ['/run/secrets', 'kubernetes.io']] as const

/** Whether a marker of Docker, Podman, LXC or Kubernetes says that this is a container. */
export async function isContainer(host: Host): Promise<boolean> {
  for (const [directory, name] of CONTAINER_MARKERS) if ((await host.list(directory)).includes(name)) return true
  return /\/(?:docker|kubepods|lxc|libpod)[-/.]/.test(await textOrEmpty(host, '/proc/1/cgroup'))
}

const PRODUCT_FILES = ['/sys/class/dmi/id/sys_vendor', '/sys/class/dmi/id/product_name', '/proc/device-tree/model', '/proc/device-tree/compatible']

/** Whether a virtual machine or a container stands between this process and the hardware. */
export async function readVirtualisation(host: Host = systemHost()): Promise<Reading<Virtualisation>> {
  if (host.platform === 'linux') {
    const [cpuinfo, container, ...product] = await Promise.all([textOrEmpty(host, '/proc/cpuinfo'), isContainer(host), ...PRODUCT_FILES.map((file) => textOrEmpty(host, file))])
    return parseVirtualisation({ cpuinfo, product: product.join(' ').replaceAll('\0', ' '), container })
  }
  if (host.platform !== 'darwin') return elsewhere(host, 'Virtualisation')
  return fromCommand(host, 'sysctl', ['-n', 'kern.hv_vmm_present'], (text) => {
    const flag = text.trim()
    if (flag !== '0' && flag !== '1') return unknown(`sysctl kern.hv_vmm_present says ${quote(text)}, not 0 or 1`)
    return measured<Virtualisation>(flag === '1' ? 'virtual-machine' : 'none', 'kind', 'sysctl kern.hv_vmm_present')
  })
}
