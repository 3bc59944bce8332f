import { describe, expect, it } from 'vitest'
import { parseAutogroup } from '../../src/parse/linux/autogroup.js'
import { parseCgroupPath } from '../../src/parse/linux/cgroup-path.js'
import { parseCpuQuota } from '../../src/parse/linux/cpu-quota.js'
import { parseLinuxFileLimit } from '../../src/parse/linux/file-limit.js'
import { parseGovernor } from '../../src/parse/linux/governor.js'
import { idleBetween } from '../../src/parse/linux/idle-between.js'
import { parseLinuxLoadAverages } from '../../src/parse/linux/load-averages.js'
import { parseLinuxPowerSource } from '../../src/parse/linux/power-source.js'
import { parsePlatformProfile } from '../../src/parse/linux/platform-profile.js'
import { parsePressure } from '../../src/parse/linux/pressure.js'
import { parseProcessStat } from '../../src/parse/linux/process-stat.js'
import { parseSpeedLimit } from '../../src/parse/linux/speed-limit.js'
import { parseLinuxTimeWait } from '../../src/parse/linux/time-wait.js'
import { parseVirtualisation } from '../../src/parse/linux/virtualisation.js'
import { parsePortRange } from '../../src/parse/port-range.js'
import { valueOrNull } from '../../src/index.js'
import { input } from '../input.js'

describe('idleBetween', () => {
  const between = (pair: string): ReturnType<typeof idleBetween> => idleBetween(input(`linux/proc-stat/${pair}.t0`), input(`linux/proc-stat/${pair}.t1`), 1_000)

  it('reads mean, busiest core and interval', () => {
    expect(valueOrNull(between('01-idle96'))).toEqual({ meanPercent: 96, lowestCorePercent: 96, perCorePercent: [96, 96], stealPercent: 0, intervalMs: 1_000 })
  })

  it.each([
    ['03-steal20', 76, 20],
    ['05-old-7-fields', 92, null],
    ['09-iowait30', 66, 0],
  ])('reads %s as %d % idle and %s % stolen', (pair, meanPercent, stealPercent) => {
    expect(valueOrNull(between(pair))).toMatchObject({ meanPercent, stealPercent })
  })

  it('does not let a falling iowait make idle time', () => {
    const idle = valueOrNull(between('04-iowait-decreases'))!
    expect(idle.meanPercent).toBeGreaterThan(94.9)
    expect(idle.meanPercent).toBeLessThan(99)
    for (const core of idle.perCorePercent) expect(core).toBeGreaterThan(94.9)
  })

  it('shows the one busy core that a mean hides', () => {
    expect(valueOrNull(between('07-one-core-pegged-of-8'))).toMatchObject({ meanPercent: 87.5, lowestCorePercent: 0 })
  })

  it.each([
    ['06-zero-delta', 'the counters stand still'],
    ['08-cpu-offlined', 'went from 2 to 1 cores'],
  ])('is unknown for %s', (pair, reason) => {
    expect(between(pair)).toMatchObject({ state: 'unknown', reason: expect.stringContaining(reason) as string })
  })

  it('is unknown when a counter goes backwards or a core is replaced', () => {
    const stat = (idle: number, core = 'cpu0'): string => `cpu  10 0 10 ${idle} 0 0 0 0\n${core} 10 0 10 ${idle} 0 0 0 0\n`
    expect(idleBetween(stat(100), stat(90), 1)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('backwards') as string })
    expect(idleBetween('cpu 0 0 0 0 0 0 0\n', 'cpu 0 0 0 9 0 0 0 0\n', 1)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('7 counters became 8') as string })
    expect(idleBetween(stat(100), stat(110, 'cpu1'), 1)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('cpu0 is gone') as string })
  })
})

describe('parseLinuxLoadAverages', () => {
  it.each([
    ['01', 0.59],
    ['02-high', 3446.04],
    ['03-container-host-load', 5.89],
    ['05-no-newline', 0],
  ])('reads %s as %d', (name, load1) => {
    expect(valueOrNull(parseLinuxLoadAverages(input(`linux/loadavg/${name}.txt`)))?.load1).toBe(load1)
  })

  it.each(['04-empty', '06-uptime-comma-locale'])('is unknown for %s', (name) => {
    expect(parseLinuxLoadAverages(input(`linux/loadavg/${name}.txt`)).state).toBe('unknown')
  })
})

describe('parsePressure', () => {
  it.each([
    ['01-some-full', { someAvg10Percent: 29.97, fullAvg10Percent: 0 }],
    ['02-some-only', { someAvg10Percent: 0, fullAvg10Percent: null }],
    ['03-empty', null],
  ])('reads %s', (name, value) => {
    expect(valueOrNull(parsePressure(input(`linux/pressure-cpu/${name}.txt`)))).toEqual(value)
  })
})

describe('parseGovernor', () => {
  it.each([
    [['performance\n', 'performance\n'], 'acpi-cpufreq\n', 'performance'],
    [['powersave'], 'intel_pstate', 'dynamic'],
    [['powersave'], 'amd-pstate-epp', 'dynamic'],
    [['powersave'], 'acpi-cpufreq', 'fixed-low'],
    [['powersave'], '', 'fixed-low'],
    [['schedutil'], 'acpi-cpufreq', 'dynamic'],
    [['performance', 'schedutil'], 'acpi-cpufreq', 'mixed'],
  ])('judges %j under %j as %s', (governors, driver, behaviour) => {
    expect(valueOrNull(parseGovernor(governors, driver))?.behaviour).toBe(behaviour)
  })

  it('is unsupported without any, and unknown for what is no name', () => {
    expect(parseGovernor([], '').state).toBe('unsupported')
    expect(parseGovernor(['<unknown>'], 'x').state).toBe('unknown')
  })
})

describe('parseLinuxTimeWait', () => {
  it('reads the count of both IP versions', () => {
    expect(valueOrNull(parseLinuxTimeWait('sockets: used 16\nTCP: inuse 1 orphan 0 tw 49 alloc 1 mem 4\nUDP: inuse 0 mem 0\n'))).toBe(49)
  })

  it('is unknown without it', () => {
    expect(parseLinuxTimeWait('TCP: inuse 1\n').state).toBe('unknown')
  })
})

describe('parseCpuQuota', () => {
  it.each([
    ['max 100000\n', '', { cores: null, throttledPercent: null }],
    ['150000 100000\n', 'usage_usec 1\nnr_periods 200\nnr_throttled 5\n', { cores: 1.5, throttledPercent: 2.5 }],
    ['-1 100000', 'nr_periods 0\nnr_throttled 0\n', { cores: null, throttledPercent: null }],
    ['max', '', null],
    ['0 100000', '', null],
    ['150000 0', '', null],
  ])('reads %j with %j', (limit, stat, value) => {
    expect(valueOrNull(parseCpuQuota(limit, stat, 'cpu.max'))).toEqual(value)
  })
})

describe('parseCgroupPath', () => {
  it.each([
    ['0::/system.slice/x.service\n', '', '/system.slice/x.service'],
    ['4:cpu,cpuacct:/docker/abc\n0::/\n', 'cpu', '/docker/abc'],
    ['4:cpuset:/a\n', 'cpu', null],
    ['0::/../..\n', '', null],
  ])('finds in %j for %j: %s', (text, controller, path) => {
    expect(parseCgroupPath(text, controller)).toBe(path)
  })
})

describe('parseLinuxPowerSource', () => {
  const supply = (over: object): Parameters<typeof parseLinuxPowerSource>[0][number] => ({ type: '', scope: '', online: '', status: '', capacity: '', ...over })

  it.each([
    ['mains', [supply({ type: 'Mains\n', online: '1\n' }), supply({ type: 'Battery', status: 'Charging', capacity: '80\n' })], 'mains', 80],
    ['a battery that discharges', [supply({ type: 'Mains', online: '0' }), supply({ type: 'Battery', status: 'Discharging', capacity: '71' })], 'battery', 71],
    ['USB power of a laptop', [supply({ type: 'USB', online: '1' }), supply({ type: 'Battery', status: 'Full', capacity: '100' })], 'mains', 100],
    ['a UPS that carries the machine', [supply({ type: 'UPS', status: 'Discharging' })], 'ups', null],
    ['a full battery alone', [supply({ type: 'Battery', status: 'Full' })], 'mains', null],
    ['mains that are out', [supply({ type: 'Mains', online: '0' })], 'battery', null],
  ])('reads %s', (_what, supplies, kind, batteryPercent) => {
    expect(valueOrNull(parseLinuxPowerSource(supplies))).toEqual({ kind, batteryPercent })
  })

  it('does not take the battery of a mouse for that of the machine', () => {
    expect(parseLinuxPowerSource([supply({ type: 'Battery', scope: 'Device\n', status: 'Discharging' })]).state).toBe('unsupported')
  })

  it('notes a charger that is too weak', () => {
    expect(parseLinuxPowerSource([supply({ type: 'Mains', online: '1' }), supply({ type: 'Battery', status: 'Discharging' })])).toMatchObject({ note: expect.stringContaining('too weak') as string })
  })

  it('is unknown when no supply is in use', () => {
    expect(parseLinuxPowerSource([supply({ type: 'Battery', status: 'Unknown' })]).state).toBe('unknown')
  })
})

describe('parseProcessStat', () => {
  it('reads a process whose name holds brackets and blanks', () => {
    const stat = '4219 (node (worker) 1) S 4100 42 42 34 42 41 123 0 0 0 120 30 5 6 20 0 11 0 8123 1234567 2000 18446744073709551615 1 1 0\n'
    expect(parseProcessStat(stat, 100, 4_096)).toEqual({ pid: 4_219, parentPid: 4_100, cpuSeconds: 1.61, rssBytes: 2_000 * 4_096 })
  })

  it.each(['', 'garbage', '1 (init) S 0', '1 (init) S 0 1 1 0 -1 4 1 0 0 0 x 3 0 0 20 0 1 0 1 1 1 1'])('is null for %j', (text) => {
    expect(parseProcessStat(text, 100, 4_096)).toBeNull()
  })
})

describe('small settings', () => {
  it('read limits, ports and the autogroup flag', () => {
    const limits = 'Limit                     Soft Limit           Hard Limit           Units     \nMax open files            20000                20000                files     \n'
    expect(valueOrNull(parseLinuxFileLimit(limits))).toBe(20_000)
    expect(valueOrNull(parseLinuxFileLimit(limits.replace('20000', 'unlimited')))).toBe(Infinity)
    expect(parseLinuxFileLimit('').state).toBe('unknown')
    expect(valueOrNull(parsePortRange('32768\t60999\n', 'x'))).toEqual({ first: 32_768, last: 60_999, count: 28_232 })
    expect(parsePortRange('60999 32768', 'x').state).toBe('unknown')
    expect(valueOrNull(parseAutogroup('1\n'))).toBe(true)
    expect(parseAutogroup('2').state).toBe('unknown')
  })
})

describe('parseVirtualisation', () => {
  it.each([
    ['flags\t\t: fpu vme hypervisor lahf_lm\n', '', false, 'virtual-machine'],
    ['flags\t\t: fpu vme\n', '', true, 'container'],
    ['flags\t\t: fpu vme\n', 'QEMU Standard PC', false, 'none'],
    ['flags\t\t: fpu hypervisor\n', '', true, 'container-in-virtual-machine'],
    ['Features\t: fp asimd\n', 'Amazon EC2 c7g.large', false, 'virtual-machine'],
    ['Features\t: fp asimd\n', 'Amazon EC2 c7g.metal', false, 'none'],
    ['Features\t: fp asimd\n', ' linux,dummy-virt', true, 'container-in-virtual-machine'],
    ['Features\t: fp asimd\n', ' Raspberry Pi 5 Model B Rev 1.0', false, 'none'],
    ['Features\t: fp asimd\n', '', true, 'container'],
    ['Features\t: fp asimd\n', '', false, null],
    ['', '', false, null],
  ])('tells what stands between: %j, %j', (cpuinfo, product, container, kind) => {
    expect(valueOrNull(parseVirtualisation({ cpuinfo, product, container }))).toBe(kind)
  })
})

describe('parsePlatformProfile', () => {
  it.each([['low-power\n', 'low'], ['quiet', 'low'], ['balanced\n', 'normal'], ['performance\n', 'high'], ['custom\n', null], ['', null], ['constructor', null]])('reads %j as %s', (text, mode) => {
    expect(valueOrNull(parsePlatformProfile(text))).toBe(mode)
  })
})

describe('parseSpeedLimit', () => {
  it.each([
    [[['3800000\n', '3800000\n'], ['1900000\n', '3800000\n']], 50],
    [[['3800000', '3800000']], 100],
    [[['3900000', '3800000']], null],
    [[['', '3800000']], null],
    [[['<unknown>', '3800000']], null],
  ])('reads %j as %s %', (cores, percent) => {
    expect(valueOrNull(parseSpeedLimit(cores.map(([allowed, possible]) => ({ allowed: allowed!, possible: possible! }))))).toBe(percent)
  })

  it('is unsupported without a frequency', () => {
    expect(parseSpeedLimit([]).state).toBe('unsupported')
  })
})
