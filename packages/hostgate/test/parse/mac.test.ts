import { describe, expect, it } from 'vitest'
import { parseCpuTime } from '../../src/parse/mac/cpu-time.js'
import { parseFreeMemory } from '../../src/parse/mac/free-memory.js'
import { parseIdleFromIostat } from '../../src/parse/mac/idle-from-iostat.js'
import { parseIdleFromTop } from '../../src/parse/mac/idle-from-top.js'
import { parseMacLoadAverages } from '../../src/parse/mac/load-averages.js'
import { parsePowerMode } from '../../src/parse/mac/power-mode.js'
import { parsePowerModeBySource } from '../../src/parse/mac/power-mode-by-source.js'
import { parseMacPowerSource } from '../../src/parse/mac/power-source.js'
import { parseProcessTable } from '../../src/parse/mac/process-table.js'
import { parseThermal } from '../../src/parse/mac/thermal.js'
import { parseMacTimeWait } from '../../src/parse/mac/time-wait.js'
import { parseTranslation } from '../../src/parse/mac/translation.js'
import { valueOrNull } from '../../src/index.js'
import { input } from '../input.js'

describe('parsePowerMode', () => {
  it.each([
    ['01-intel-laptop-lpm0', 'normal'],
    ['02-intel-laptop-lpm1', 'low'],
    ['03-as-powermode0', 'normal'],
  ])('reads %s as %s', (name, mode) => {
    expect(valueOrNull(parsePowerMode(input(`mac/pmset-g/${name}.txt`)))).toBe(mode)
  })

  it.each([
    ['08-desktop-no-key', 'unsupported'],
    ['09-vm-guest-minimal', 'unsupported'],
    ['10-empty', 'unknown'],
  ])('is %s: %s', (name, state) => {
    expect(parsePowerMode(input(`mac/pmset-g/${name}.txt`)).state).toBe(state)
  })

  it('is unknown for a mode that nobody has named yet', () => {
    expect(parsePowerMode('Currently in use:\n powermode 7\n').state).toBe('unknown')
    expect(parsePowerMode('Currently in use:\n powermode toString\n').state).toBe('unknown')
  })
})

describe('parsePowerModeBySource', () => {
  it.each([
    ['01-battery1-ac0', 'mains', 'normal'],
    ['01-battery1-ac0', 'battery', 'low'],
    ['02-battery0-ac1', 'mains', 'low'],
    ['02-battery0-ac1', 'battery', 'normal'],
    ['03-desktop-ac-high', 'mains', 'high'],
    ['04-ups-section-after-ac', 'mains', 'normal'],
    ['04-ups-section-after-ac', 'ups', 'low'],
  ] as const)('reads %s on %s as %s', (name, kind, mode) => {
    expect(valueOrNull(parsePowerModeBySource(input(`mac/pmset-g-custom/${name}.txt`), kind))).toBe(mode)
  })

  it('is unknown without a section for the source', () => {
    expect(parsePowerModeBySource(input('mac/pmset-g-custom/03-desktop-ac-high.txt'), 'battery').state).toBe('unknown')
  })
})

describe('parseMacPowerSource', () => {
  it.each([
    ['01-ac-charging', 'mains', 84],
    ['02-ac-charged', 'mains', 100],
    ['03-ac-not-charging', 'mains', 80],
    ['04-battery', 'battery', 71],
    ['05-battery-noestimate', 'battery', 90],
    ['06-ac-finishing', 'mains', 99],
    ['07-desktop-header-only', 'mains', null],
    ['08-ups-power', 'ups', null],
    ['09-desktop-ac-with-ups-listed', 'mains', null],
    ['10-ac-header-but-discharging', 'mains', 62],
    ['11-old-no-id', 'mains', 43],
    ['12-laptop-beside-ups', 'mains', 100],
  ])('reads %s as %s, %s %', (name, kind, batteryPercent) => {
    expect(valueOrNull(parseMacPowerSource(input(`mac/pmset-g-batt/${name}.txt`)))).toEqual({ kind, batteryPercent })
  })

  it('notes a battery that discharges on mains, and no other', () => {
    expect(parseMacPowerSource(input('mac/pmset-g-batt/10-ac-header-but-discharging.txt'))).toMatchObject({ note: expect.stringContaining('discharges') as string })
    expect(parseMacPowerSource(input('mac/pmset-g-batt/12-laptop-beside-ups.txt'))).not.toHaveProperty('note')
    expect(parseMacPowerSource(input('mac/pmset-g-batt/03-ac-not-charging.txt'))).not.toHaveProperty('note')
  })

  it.each(['13-header-unknown-source', '14-empty'])('is unknown: %s', (name) => {
    expect(parseMacPowerSource(input(`mac/pmset-g-batt/${name}.txt`)).state).toBe('unknown')
  })
})

describe('parseThermal', () => {
  it.each([
    ['02-intel-100', 100],
    ['03-intel-throttled', 28],
  ])('reads %s as %d', (name, limit) => {
    expect(valueOrNull(parseThermal(input(`mac/pmset-g-therm/${name}.txt`)))).toBe(limit)
  })

  it('does not take the notes of Apple silicon for a full speed', () => {
    expect(parseThermal(input('mac/pmset-g-therm/01-apple-silicon-notes.txt')).state).toBe('unknown')
  })
})

describe('parseMacLoadAverages', () => {
  it.each([
    ['loadavg/01-dot', [1.54, 2.1, 2.02]],
    ['loadavg/03-with-name', [1.54, 2.1, 2.02]],
    ['loadavg/04-high', [54.21, 48.9, 31.05]],
    ['loadavg/06-m1-idle-but-high', [7.58, 6.03, 5.38]],
    ['uptime/01', [1.32, 1.49, 1.55]],
    ['uptime/02-comma', [1.32, 1.49, 1.55]],
  ])('reads %s', (name, [load1, load5, load15]) => {
    expect(valueOrNull(parseMacLoadAverages(input(`mac/${name}.txt`)))).toEqual({ load1, load5, load15 })
  })

  it('is unknown for a line that was cut', () => {
    expect(parseMacLoadAverages(input('mac/loadavg/05-truncated.txt')).state).toBe('unknown')
  })
})

describe('parseIdleFromTop', () => {
  const top = (...idles: string[]): string => idles.map((idle) => `Processes: 354 total, 2 running\nCPU usage: 2.13% user, 2.96% sys, ${idle}% idle \nPhysMem: 11G used\n`).join('\n')

  it('takes the second sample: the first is the mean since the machine started', () => {
    expect(valueOrNull(parseIdleFromTop(top('74.80', '81.63')))).toBe(81.63)
  })

  it.each([
    ['87.8', 87.08],
    ['87.80', 87.8],
    ['97.0', 97],
    ['100.0', 100],
    ['0.5', 0.05],
  ])('reads the hundredths of %s without their leading zero, as %d', (text, idle) => {
    expect(valueOrNull(parseIdleFromTop(top('50.00', text)))).toBe(idle)
  })

  it.each([['one sample', top('87.8')], ['nothing', ''], ['more than all', top('50.00', '101.00')], ['words', top('50.00', 'nan')]])('is unknown for %s', (_what, text) => {
    expect(parseIdleFromTop(text).state).toBe('unknown')
  })
})

describe('parseIdleFromIostat', () => {
  it('reads the second line', () => {
    expect(valueOrNull(parseIdleFromIostat(input('mac/iostat/01-c2.txt')))).toBe(98)
  })

  it('finds the column behind any number of disks', () => {
    const two = '              disk0               disk2       cpu    load average\n    KB/t  tps  MB/s     KB/t  tps  MB/s  us sy id   1m   5m   15m\n   28.57   26  0.73     4.00    1  0.00  10 16 74  1.58 1.30 1.18\n    9.48    5  0.05     0.00    0  0.00   1  3 96  1.54 1.29 1.18\n'
    expect(valueOrNull(parseIdleFromIostat(two))).toBe(96)
  })

  it('is unknown with one sample', () => {
    expect(parseIdleFromIostat(input('mac/iostat/01-c2.txt').split('\n').slice(0, 3).join('\n')).state).toBe('unknown')
  })
})

describe('parseTranslation', () => {
  const unknownName = input('mac/rosetta/intel-unknown-oid.stderr.txt')

  it.each([
    ['native on Apple silicon', input('mac/rosetta/proc_translated-0.txt'), '1\n', 'arm64', false],
    ['translated, as it says itself', input('mac/rosetta/proc_translated-1.txt'), '1\n', 'x64', true],
    ['translated, though it says otherwise', input('mac/rosetta/proc_translated-0.txt'), '1\n', 'x64', true],
    ['native on Intel', unknownName, unknownName, 'x64', false],
  ])('says %s', (_what, translated, arm64, architecture, value) => {
    expect(valueOrNull(parseTranslation(translated, arm64, architecture))).toBe(value)
  })

  it('is unknown for anything else', () => {
    expect(parseTranslation('sysctl is not installed', '', 'arm64').state).toBe('unknown')
  })
})

describe('parseFreeMemory', () => {
  it.each(['01-apple-silicon', '02-intel'])('takes the page size from the header of %s', (name) => {
    expect(valueOrNull(parseFreeMemory(input(`mac/vm_stat/${name}.txt`)))).toBe(1_015_742_464)
  })
})

describe('parseMacTimeWait', () => {
  it('counts lines in that state, whatever columns follow', () => {
    const table = 'Active Internet connections (including servers)\nProto Recv-Q Send-Q  Local Address          Foreign Address        (state)    \ntcp4       0      0  127.0.0.1.54589        127.0.0.1.443          TIME_WAIT  \ntcp6       0      0  ::1.8021               *.*                    LISTEN     0 0 131072 launchd:1\ntcp46      0      0  *.38123                *.*                    TIME_WAIT  0 0\n'
    expect(valueOrNull(parseMacTimeWait(table))).toBe(2)
  })

  it('is unknown for what is no table', () => {
    expect(parseMacTimeWait('netstat: sysctl: operation not permitted').state).toBe('unknown')
  })
})

describe('parseCpuTime', () => {
  it.each([
    ['0:00.07', 0.07],
    ['75:03.41', 4_503.41],
    ['75:03,41', 4_503.41],
    ['1:02:03', 3_723],
    ['2-01:02:03', 176_523],
    ['12', null],
    ['a:00', null],
    ['1:99', null],
  ])('reads %s as %s s', (text, seconds) => {
    expect(parseCpuTime(text)).toBe(seconds)
  })
})

describe('parseProcessTable', () => {
  it('reads processes and passes over everything else', () => {
    expect(parseProcessTable('    1     0   4512   0:12.50\n  501     1  20000  75:00.00\n  x y\n  502 501 10\n')).toEqual([
      { pid: 1, parentPid: 0, rssBytes: 4_512 * 1024, cpuSeconds: 12.5 },
      { pid: 501, parentPid: 1, rssBytes: 20_000 * 1024, cpuSeconds: 4_500 },
    ])
  })
})
