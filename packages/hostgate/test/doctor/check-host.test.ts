import { describe, expect, it } from 'vitest'
import { checkHost, DEFAULT_HOST_LIMITS, readHostReport, type GateMode, type HostCheck } from '../../src/index.js'
import { fakeHost, type FakeHostOptions } from '../fake-host.js'
import { input } from '../input.js'

const quietLinux = {
  '/proc/stat': [input('linux/proc-stat/01-idle96.t0'), input('linux/proc-stat/01-idle96.t1')],
  '/proc/cpuinfo': 'flags\t\t: fpu vme\n',
  '/proc/loadavg': input('linux/loadavg/01.txt'),
  '/proc/net/sockstat': 'TCP: inuse 1 orphan 0 tw 49 alloc 1 mem 4\n',
  '/proc/sys/net/ipv4/ip_local_port_range': '32768\t60999\n',
  '/proc/sys/net/core/somaxconn': '4096\n',
  '/proc/self/limits': 'Max open files            20000                20000                files     \n',
  '/proc/meminfo': 'MemTotal: 16777216 kB\nMemAvailable: 8388608 kB\n',
}
const quietMac = {
  'top -l 2 -n 0 -s 1': 'CPU usage: 1% user, 1% sys, 98.0% idle\nCPU usage: 1% user, 1% sys, 97.50% idle\n',
  'sysctl -n vm.loadavg': input('mac/loadavg/06-m1-idle-but-high.txt'),
  'pmset -g': input('mac/pmset-g/03-as-powermode0.txt'),
  'pmset -g batt': input('mac/pmset-g-batt/02-ac-charged.txt'),
  'pmset -g therm': input('mac/pmset-g-therm/01-apple-silicon-notes.txt'),
  'sysctl -n sysctl.proc_translated': '0\n',
  'sysctl -n hw.optional.arm64': '1\n',
  'sh -c ulimit -n': '10240\n',
}

async function checks(options: FakeHostOptions, mode: GateMode = 'evidence'): Promise<Record<string, HostCheck>> {
  const report = await readHostReport({ host: fakeHost(options) })
  return Object.fromEntries(checkHost(report, DEFAULT_HOST_LIMITS, mode).map((check) => [check.name, check]))
}
const linux = (files: FakeHostOptions['files'] = {}, mode?: GateMode): ReturnType<typeof checks> => checks({ files: { ...quietLinux, ...files } }, mode)
const mac = (commands: FakeHostOptions['commands'] = {}, over: FakeHostOptions = {}): ReturnType<typeof checks> => checks({ platform: 'darwin', architecture: 'arm64', coreCount: 8, commands: { ...quietMac, ...commands }, ...over })
const levels = (of: Record<string, HostCheck>, level: string): string[] => Object.values(of).filter((check) => check.level === level).map(({ name }) => name)

describe('checkHost', () => {
  it('finds nothing wrong with a quiet server', async () => {
    const found = await linux()
    expect([levels(found, 'red'), levels(found, 'yellow')]).toEqual([[], []])
  })

  it('finds nothing that stops a quiet Mac, and notes what it cannot know', async () => {
    const found = await mac()
    expect(levels(found, 'red')).toEqual([])
    expect(found['thermal']).toMatchObject({ level: 'yellow', read: 'unknown' })
    expect(found['load']).toMatchObject({ level: 'green', read: '7.58 6.03 5.38' })
  })

  it.each<[string, string, ReturnType<typeof checks>]>([
    ['idle', 'The machine is busy.', linux({ '/proc/stat': ['cpu 0 0 0 0 0 0 0 0\n', 'cpu 60 0 0 40 0 0 0 0\n'] })],
    ['steal', 'The hypervisor', linux({ '/proc/stat': [input('linux/proc-stat/03-steal20.t0'), input('linux/proc-stat/03-steal20.t1')] })],
    ['load', 'Far more is runnable', linux({ '/proc/loadavg': input('linux/loadavg/02-high.txt') })],
    ['governor', 'different governors', linux({ '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'performance', '/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor': 'schedutil' })],
    ['governor', 'lowest frequency', linux({ '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'powersave' })],
    ['open-files', 'descriptors', linux({ '/proc/self/limits': 'Max open files            256                  1024                 files     \n' })],
    ['disk', 'fill the disk', checks({ files: quietLinux, freeDiskBytes: 1_000 })],
    ['power-source', 'On battery', mac({ 'pmset -g batt': input('mac/pmset-g-batt/04-battery.txt') })],
    ['power-source', 'The mains are out', mac({ 'pmset -g batt': input('mac/pmset-g-batt/08-ups-power.txt') })],
    ['power-mode', 'Low Power Mode', mac({ 'pmset -g': input('mac/pmset-g/02-intel-laptop-lpm1.txt') })],
    ['thermal', 'Heat', mac({ 'pmset -g therm': input('mac/pmset-g-therm/03-intel-throttled.txt') })],
    ['translation', 'Rosetta', mac({}, { architecture: 'x64' })],
  ])('stops an evidence run for %s (%s), and says what to do', async (name, reason, found) => {
    const all = await found
    expect(levels(all, 'red')).toEqual([name])
    expect(all[name]!.reason).toContain(reason)
    expect(all[name]!.fix).not.toBe('')
  })

  it.each([
    ['idle', 'top -l 2 -n 0 -s 1'],
    ['power-source', 'pmset -g batt'],
    ['power-mode', 'pmset -g'],
    ['translation', 'sysctl -n sysctl.proc_translated'],
    ['open-files', 'sh -c ulimit -n'],
  ])('fails closed when %s cannot be read, and only warns a quick run', async (name, command) => {
    const options = { platform: 'darwin', architecture: 'arm64', coreCount: 8, commands: { ...quietMac, [command]: '' } }
    expect(levels(await checks(options), 'red')).toEqual([name])
    const quick = await checks(options, 'quick')
    expect([levels(quick, 'red'), quick[name]!.level]).toEqual([[], 'yellow'])
  })

  it('remarks on a busy core, a load above the cores, a quota and many held ports without stopping', async () => {
    const found = await linux({
      '/proc/stat': [input('linux/proc-stat/07-one-core-pegged-of-8.t0'), input('linux/proc-stat/07-one-core-pegged-of-8.t1')],
      '/proc/loadavg': input('linux/loadavg/03-container-host-load.txt'),
      '/proc/self/cgroup': '0::/a\n', '/sys/fs/cgroup/a/cpu.max': '150000 100000\n',
      '/proc/net/sockstat': 'TCP: inuse 1 orphan 0 tw 8000 alloc 1 mem 4\n',
    })
    expect([levels(found, 'red'), levels(found, 'yellow')]).toEqual([[], ['idle', 'load', 'cpu-quota', 'time-wait']])
    expect(found['idle']!.read).toBe('87.5% over 1.0 s, busiest core 0%')
  })
})
