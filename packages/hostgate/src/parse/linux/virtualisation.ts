/** What stands between this process and the hardware. */
export type Virtualisation = 'none' | 'virtual-machine' | 'container' | 'container-in-virtual-machine'

/**
 * @param cpuinfo `/proc/cpuinfo`: guests carry the `hypervisor` flag on x86
 * @param container a marker file or the control group of process 1 says that this is a container
 */
export function parseVirtualisation(cpuinfo: string, container: boolean): Virtualisation {
  const guest = /^flags\s*:.*\bhypervisor\b/m.test(cpuinfo)
  if (container) return guest ? 'container-in-virtual-machine' : 'container'
  return guest ? 'virtual-machine' : 'none'
}
