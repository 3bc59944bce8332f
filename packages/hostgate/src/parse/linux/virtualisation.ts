import { measured, unknown, type Reading } from '../../reading.js'
import { quote } from '../quote.js'

/** What stands between this process and the hardware. */
export type Virtualisation = 'none' | 'virtual-machine' | 'container' | 'container-in-virtual-machine'

/** Makers of virtual machines, as the firmware tables of their guests name them. */
const GUEST = /\b(?:QEMU|KVM|VMware|VirtualBox|innotek|Xen|HVM domU|Bochs|BHYVE|Parallels|Apple Virtualization|Virtual Machine|Google Compute Engine|Amazon EC2|OpenStack|Alibaba Cloud|dummy-virt)\b/i
const BARE_METAL = /\.metal\b/

export interface VirtualisationMarks {
  /** `/proc/cpuinfo`: on x86 guests carry the `hypervisor` flag; ARM marks nothing. */
  readonly cpuinfo: string
  /** Maker and model as the firmware or the device tree says them; empty where neither does. */
  readonly product: string
  /** A marker file or the control group of process 1 says that this is a container. */
  readonly container: boolean
}

/** The processor's flags decide where it has any, else the name of the product. A cloud's `.metal` machine is no guest. */
export function parseVirtualisation({ cpuinfo, product, container }: VirtualisationMarks, source = '/proc/cpuinfo, product name and container markers'): Reading<Virtualisation> {
  const flags = /^flags\s*:.*$/m.exec(cpuinfo)?.[0]
  const named = product.trim()
  const guest = flags !== undefined ? /\bhypervisor\b/.test(flags) : named === '' ? null : GUEST.test(named) && !BARE_METAL.test(named)
  if (guest === null) {
    return container ? measured('container', 'kind', source, 'Whether a virtual machine is around it is not known.') : unknown(`/proc/cpuinfo says ${quote(cpuinfo)} without flags, and no product name says what this machine is`)
  }
  const kind = container ? (guest ? 'container-in-virtual-machine' : 'container') : guest ? 'virtual-machine' : 'none'
  return measured(kind, 'kind', source)
}
