import { describe, expect, it } from 'vitest'
import {
  hardwareTag, machineFacts, processTreeUsage, readCpuQuota, readEphemeralPorts, readFileLimit, readGovernor, readListenBacklog, readLoadAverages, readPowerMode, readPowerSource, readPressure,
  readSuspendMark, readThermal, readTimeWaitCount, readTranslation, readVirtualisation, suspendedBetween, valueOrNull,
} from '../../src/index.js'
import { fakeHost } from '../fake-host.js'
import { input } from '../input.js'

const mac = (commands: Record<string, string>): ReturnType<typeof fakeHost> => fakeHost({ platform: 'darwin', architecture: 'arm64', commands })

describe('readLoadAverages', () => {
  it('says when the load is that of a whole host around a container', async () => {
    const files = { '/proc/loadavg': input('linux/loadavg/03-container-host-load.txt') }
    expect(await readLoadAverages(fakeHost({ files }))).not.toHaveProperty('note')
    expect(await readLoadAverages(fakeHost({ files: { ...files, '/.dockerenv': '' } }))).toMatchObject({ note: 'Host-wide: seen from inside a container.' })
    expect(await readLoadAverages(fakeHost({ files: { ...files, '/run/secrets/kubernetes.io/serviceaccount/token': '' } }))).toMatchObject({ note: expect.stringContaining('Host-wide') as string })
    expect(await readLoadAverages(fakeHost({ files: { ...files, '/proc/1/cgroup': '0::/kubepods/besteffort/pod1\n' } }))).toMatchObject({ note: expect.stringContaining('Host-wide') as string })
  })
})

describe('readPressure', () => {
  it.each(['04-EOPNOTSUPP', '05-ENOENT'])('is unsupported, not an error and not 0, for %s', async (name) => {
    const error = input(`linux/pressure-cpu/${name}.errno`).trim()
    expect(await readPressure(fakeHost({ files: { '/proc/pressure/cpu': { error } } }))).toMatchObject({ state: 'unsupported', note: expect.stringContaining(error) as string })
  })

  it('is unknown when it exists and may not be read', async () => {
    expect((await readPressure(fakeHost({ files: { '/proc/pressure/cpu': { error: 'EACCES' } } }))).state).toBe('unknown')
  })
})

describe('readGovernor', () => {
  const governors = (name: string, cores = ['cpu0', 'cpu1']): Record<string, string> => Object.fromEntries<string>([
    ...cores.map((core): [string, string] => [`/sys/devices/system/cpu/${core}/cpufreq/scaling_governor`, input(`linux/cpufreq/${name}/${core}/scaling_governor`)]),
    ['/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver', input(`linux/cpufreq/${name}/scaling_driver`)],
    ['/sys/devices/system/cpu/cpufreq/boost', '1'],
  ])

  it.each([
    ['performance', 'performance'],
    ['intel_pstate-powersave', 'dynamic'],
    ['acpi-powersave', 'fixed-low'],
    ['mixed', 'mixed'],
  ])('reads %s as %s', async (name, behaviour) => {
    expect(valueOrNull(await readGovernor(fakeHost({ files: governors(name) })))?.behaviour).toBe(behaviour)
  })

  it('is unsupported in a virtual machine without the files, and unknown where they fail', async () => {
    expect((await readGovernor(fakeHost({ files: { '/sys/devices/system/cpu/cpu0/topology/core_id': '0' } }))).state).toBe('unsupported')
    expect((await readGovernor(fakeHost({ files: { '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': { error: 'EINVAL' } } }))).state).toBe('unknown')
  })
})

describe('readCpuQuota', () => {
  it('finds the group of this process, of either version', async () => {
    expect(valueOrNull(await readCpuQuota(fakeHost({ files: { '/proc/self/cgroup': '0::/a.slice\n', '/sys/fs/cgroup/a.slice/cpu.max': '50000 100000\n' } })))).toMatchObject({ cores: 0.5 })
    expect(valueOrNull(await readCpuQuota(fakeHost({ files: { '/proc/self/cgroup': '3:cpu,cpuacct:/docker/x\n', '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' } })))).toMatchObject({ cores: null })
  })

  it('takes the tightest of all groups around this process', async () => {
    const files = { '/proc/self/cgroup': '0::/a.slice/b.scope\n', '/sys/fs/cgroup/a.slice/b.scope/cpu.max': 'max 100000\n', '/sys/fs/cgroup/a.slice/cpu.max': '50000 100000\n', '/sys/fs/cgroup/a.slice/cpu.stat': 'nr_periods 10\nnr_throttled 1\n' }
    expect(await readCpuQuota(fakeHost({ files }))).toMatchObject({ value: { cores: 0.5, throttledPercent: 10 }, source: '/sys/fs/cgroup/a.slice/cpu.max' })
    expect((await readCpuQuota(fakeHost({ files: { ...files, '/sys/fs/cgroup/a.slice/cpu.max': 'much' } }))).state).toBe('unknown')
  })

  it('is unsupported at the root, which has no limit', async () => {
    expect((await readCpuQuota(fakeHost({ files: { '/proc/self/cgroup': '0::/\n' } }))).state).toBe('unsupported')
  })
})

describe('readPowerMode', () => {
  it('asks for the settings in use, and by source only when that fails', async () => {
    const direct = mac({ 'pmset -g': input('mac/pmset-g/02-intel-laptop-lpm1.txt') })
    expect(valueOrNull(await readPowerMode(direct))).toBe('low')
    expect(direct.log).toEqual(['pmset -g'])
    const bySource = mac({ 'pmset -g': '', 'pmset -g batt': input('mac/pmset-g-batt/04-battery.txt'), 'pmset -g custom': input('mac/pmset-g-custom/01-battery1-ac0.txt') })
    expect(valueOrNull(await readPowerMode(bySource))).toBe('low')
  })

  it('is the platform profile of a Linux laptop, and unsupported without one', async () => {
    expect(valueOrNull(await readPowerMode(fakeHost({ files: { '/sys/firmware/acpi/platform_profile': 'low-power\n' } })))).toBe('low')
    expect((await readPowerMode(fakeHost())).state).toBe('unsupported')
  })

  it('is unknown when pmset is missing', async () => {
    expect(await readPowerMode(mac({}))).toEqual({ state: 'unknown', reason: 'pmset is not installed' })
  })
})

describe('readPowerSource', () => {
  it('reads the supplies of a Linux laptop', async () => {
    const files = { '/sys/class/power_supply/AC/type': 'Mains\n', '/sys/class/power_supply/AC/online': '0\n', '/sys/class/power_supply/BAT0/type': 'Battery\n', '/sys/class/power_supply/BAT0/status': 'Discharging\n', '/sys/class/power_supply/BAT0/capacity': '55\n' }
    expect(valueOrNull(await readPowerSource(fakeHost({ files })))).toEqual({ kind: 'battery', batteryPercent: 55 })
  })

  it('is unsupported on a server', async () => {
    expect((await readPowerSource(fakeHost())).state).toBe('unsupported')
  })
})

describe('readTranslation', () => {
  it('sees an Intel Node on Apple silicon', async () => {
    const host = fakeHost({ platform: 'darwin', architecture: 'x64', commands: { 'sysctl -n sysctl.proc_translated': '0\n', 'sysctl -n hw.optional.arm64': '1\n' } })
    expect(valueOrNull(await readTranslation(host))).toBe(true)
  })

  it('is native on an Intel Mac, whose sysctl knows neither name', async () => {
    const failed = { ran: true, exitCode: 1, stdout: '', stderr: input('mac/rosetta/intel-unknown-oid.stderr.txt') } as const
    expect(valueOrNull(await readTranslation(fakeHost({ platform: 'darwin', commands: { 'sysctl -n sysctl.proc_translated': failed, 'sysctl -n hw.optional.arm64': failed } })))).toBe(false)
  })
})

describe('sockets and limits', () => {
  it('are read on Linux', async () => {
    const host = fakeHost({ files: { '/proc/net/sockstat': 'TCP: inuse 1 orphan 0 tw 49 alloc 1 mem 4\n', '/proc/sys/net/ipv4/ip_local_port_range': '32768\t60999\n', '/proc/sys/net/core/somaxconn': '4096\n', '/proc/self/limits': 'Max open files            20000                20000                files     \n' } })
    expect([await readTimeWaitCount(host), await readEphemeralPorts(host), await readListenBacklog(host), await readFileLimit(host)].map((reading) => valueOrNull<unknown>(reading))).toEqual([49, { first: 32_768, last: 60_999, count: 28_232 }, 4_096, 20_000])
  })

  it('are read on macOS', async () => {
    const host = mac({ 'netstat -an -p tcp': 'Proto Recv-Q Send-Q  Local\ntcp4 0 0 127.0.0.1.1 127.0.0.1.2 TIME_WAIT\n', 'sysctl -n net.inet.ip.portrange.first net.inet.ip.portrange.last': '49152\n65535\n', 'sysctl -n kern.ipc.somaxconn': '128\n', 'sh -c ulimit -n': 'unlimited\n' })
    expect([await readTimeWaitCount(host), await readEphemeralPorts(host), await readListenBacklog(host), await readFileLimit(host)].map((reading) => valueOrNull<unknown>(reading))).toEqual([1, { first: 49_152, last: 65_535, count: 16_384 }, 128, Infinity])
  })
})

describe('readVirtualisation', () => {
  it('reads the kind on both systems', async () => {
    expect(valueOrNull(await readVirtualisation(fakeHost({ files: { '/proc/cpuinfo': 'flags : fpu hypervisor\n', '/run/.containerenv': '' } })))).toBe('container-in-virtual-machine')
    expect(valueOrNull(await readVirtualisation(fakeHost({ files: { '/proc/cpuinfo': 'Features : fp\n', '/proc/device-tree/compatible': 'linux,dummy-virt\0' } })))).toBe('virtual-machine')
    expect(valueOrNull(await readVirtualisation(mac({ 'sysctl -n kern.hv_vmm_present': '0\n' })))).toBe('none')
    expect((await readVirtualisation(mac({ 'sysctl -n kern.hv_vmm_present': 'yes\n' }))).state).toBe('unknown')
  })
})

describe('readThermal', () => {
  it('is the limit of the frequency on Linux, and that of pmset on macOS', async () => {
    expect((await readThermal(fakeHost({ files: { '/sys/devices/system/cpu/cpu0/topology/core_id': '0' } }))).state).toBe('unsupported')
    expect(valueOrNull(await readThermal(fakeHost({ files: { '/sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq': '1900000\n', '/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq': '3800000\n' } })))).toBe(50)
    expect(valueOrNull(await readThermal(mac({ 'pmset -g therm': input('mac/pmset-g-therm/03-intel-throttled.txt') })))).toBe(28)
  })
})

describe('processTreeUsage', () => {
  const stat = (pid: number, parent: number, ticks: number, pages: number): string => `${pid} (a b) S ${parent} 1 1 0 -1 0 0 0 0 0 ${ticks} 0 0 0 20 0 1 0 1 1 ${pages} 0\n`

  it('adds up a process and all its descendants, and nobody else', async () => {
    const files = { '/proc/10/stat': stat(10, 1, 100, 1), '/proc/11/stat': stat(11, 10, 20, 2), '/proc/12/stat': stat(12, 11, 3, 4), '/proc/13/stat': stat(13, 1, 5_000, 8), '/proc/self': '' }
    expect(valueOrNull(await processTreeUsage(10, fakeHost({ files })))).toEqual({ cpuSeconds: 1.23, rssBytes: 7 * 4_096, processes: 3 })
  })

  it('asks ps of a Mac, with the time of ended children', async () => {
    const host = mac({ 'ps -A -S -o pid=,ppid=,rss=,time=': '   10     1   100   0:01.00\n   11    10   200   1:00.50\n   12     1   200   9:00.00\n' })
    expect(valueOrNull(await processTreeUsage(10, host))).toEqual({ cpuSeconds: 61.5, rssBytes: 300 * 1024, processes: 2 })
  })

  it('is unknown for a process that is gone', async () => {
    expect(await processTreeUsage(99, fakeHost())).toEqual({ state: 'unknown', reason: 'There is no process 99.' })
  })

  it.each([0, -1, 1.5])('refuses %d', async (pid) => {
    await expect(processTreeUsage(pid, fakeHost())).rejects.toMatchObject({ code: 'LAT_HOST_PID' })
  })
})

describe('readSuspendMark', () => {
  it('moves when the machine slept, and only then', async () => {
    const host = fakeHost({ files: { '/proc/uptime': ['1000.00 1\n', '1060.00 1\n', '4720.00 1\n'] } })
    const first = await readSuspendMark(host)
    await host.sleep(60_000)
    const awake = await readSuspendMark(host)
    await host.sleep(60_000)
    expect([suspendedBetween(first, awake), suspendedBetween(first, await readSuspendMark(host))]).toEqual([false, true])
  })

  it('reads the last wake of a Mac, and is no answer without it', async () => {
    const wake = await readSuspendMark(mac({ 'sysctl -n kern.waketime': '{ sec = 1700000000, usec = 500000 } Tue Nov 14 22:13:20 2023\n' }))
    expect(valueOrNull(wake)).toBe(1_700_000_000_500)
    expect(suspendedBetween(wake, await readSuspendMark(mac({})))).toBeNull()
  })
})

describe('machineFacts', () => {
  it('names no user, host or serial number', async () => {
    const facts = await machineFacts(fakeHost({ cpuModel: 'Apple M4 Max', coreCount: 16, platform: 'darwin', architecture: 'arm64' }))
    expect(Object.keys(facts).sort()).toEqual(['architecture', 'autogroup', 'coreCount', 'cpuModel', 'cpuQuota', 'ephemeralPorts', 'fileLimit', 'governor', 'hardwareTag', 'kernel', 'listenBacklog', 'memoryBytes', 'nodeVersion', 'platform', 'translated', 'virtualisation'])
    expect(facts.hardwareTag).toBe('apple-m4-max-16c')
  })
})

describe('hardwareTag', () => {
  it.each([
    ['Intel(R) Xeon(R) Processor', 'linux', 'x64', 2, 'linux-x64-2c'],
    ['Apple M4 Pro', 'darwin', 'arm64', 14, 'apple-m4-pro-14c'],
    ['Apple processor of somebody with a very long name', 'darwin', 'arm64', 8, 'darwin-arm64-8c'],
    ['', 'linux', 'arm64', 4, 'linux-arm64-4c'],
  ])('is short and safe in a file name for %j', (cpuModel, platform, architecture, coreCount, tag) => {
    expect(hardwareTag({ cpuModel, platform, architecture, coreCount })).toBe(tag)
  })
})
