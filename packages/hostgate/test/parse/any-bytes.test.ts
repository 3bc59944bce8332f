import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkHost, DEFAULT_HOST_LIMITS, doctorText, processTreeUsage, readHostReport, type Reading } from '../../src/index.js'
import { fakeHost } from '../fake-host.js'
import { parseAutogroup } from '../../src/parse/linux/autogroup.js'
import { parseCgroupPath } from '../../src/parse/linux/cgroup-path.js'
import { parseCpuQuota } from '../../src/parse/linux/cpu-quota.js'
import { parseLinuxFileLimit } from '../../src/parse/linux/file-limit.js'
import { parseGovernor } from '../../src/parse/linux/governor.js'
import { idleBetween } from '../../src/parse/linux/idle-between.js'
import { parseLinuxLoadAverages } from '../../src/parse/linux/load-averages.js'
import { parsePlatformProfile } from '../../src/parse/linux/platform-profile.js'
import { parseLinuxPowerSource } from '../../src/parse/linux/power-source.js'
import { parsePressure } from '../../src/parse/linux/pressure.js'
import { parseProcessStat } from '../../src/parse/linux/process-stat.js'
import { parseSpeedLimit } from '../../src/parse/linux/speed-limit.js'
import { parseLinuxTimeWait } from '../../src/parse/linux/time-wait.js'
import { parseVirtualisation } from '../../src/parse/linux/virtualisation.js'
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
import { parsePortRange } from '../../src/parse/port-range.js'
import { parseWholeNumber } from '../../src/parse/whole-number.js'

const root = fileURLToPath(new URL('../inputs', import.meta.url))
const recorded = (readdirSync(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

/** Bytes as a decoder hands them over, and recorded answers that were cut, spliced and bent. */
const bent = fc.tuple(fc.constantFrom(...recorded), fc.nat(), fc.nat(), fc.constantFrom('', '-', '9'.repeat(400), '\0', 'NaN', 'Infinity', '1e999', ' ', '\n', '%', '0.')).map(([text, from, length, splice]) => {
  const at = from % (text.length + 1)
  return text.slice(0, at) + splice + text.slice(at + (length % 20))
})
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array().map((bytes) => new TextDecoder().decode(bytes)), bent)

/** Every number inside a reading, with the bounds that its unit has. */
function check(reading: Reading<unknown>): void {
  if (reading.state !== 'value') {
    expect(reading.state === 'unknown' ? reading.reason : reading.note).not.toBe('')
    return
  }
  const highest = reading.unit === '%' ? 100 + 1e-9 : Infinity
  const visit = (value: unknown): void => {
    if (typeof value === 'number') {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(highest)
      if (reading.unit !== 'files') expect(Number.isFinite(value)).toBe(true)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) if (name !== 'intervalMs') visit(inner)
    }
  }
  visit(reading.value)
}

const parsers: readonly [string, (text: string, other: string) => Reading<unknown>][] = [
  ['parseAutogroup', (text) => parseAutogroup(text)],
  ['parseCpuQuota', (text, other) => parseCpuQuota(text, other, 'x')],
  ['parseLinuxFileLimit', (text) => parseLinuxFileLimit(text)],
  ['parseGovernor', (text, other) => parseGovernor([text, other], other)],
  ['idleBetween', (text, other) => idleBetween(text, other, 1_000)],
  ['parseLinuxLoadAverages', (text) => parseLinuxLoadAverages(text)],
  ['parseLinuxPowerSource', (text, other) => parseLinuxPowerSource([{ type: 'Battery', scope: other, online: text, status: text, capacity: other }])],
  ['parsePlatformProfile', (text) => parsePlatformProfile(text)],
  ['parseSpeedLimit', (text, other) => parseSpeedLimit([{ allowed: text, possible: other }, { allowed: '1', possible: text }])],
  ['parseVirtualisation', (text, other) => parseVirtualisation({ cpuinfo: text, product: other, container: text.length > 20 })],
  ['parsePressure', (text) => parsePressure(text)],
  ['parseLinuxTimeWait', (text) => parseLinuxTimeWait(text)],
  ['parseFreeMemory', (text) => parseFreeMemory(text)],
  ['parseIdleFromIostat', (text) => parseIdleFromIostat(text)],
  ['parseIdleFromTop', (text) => parseIdleFromTop(text)],
  ['parseMacLoadAverages', (text) => parseMacLoadAverages(text)],
  ['parsePowerMode', (text) => parsePowerMode(text)],
  ['parsePowerModeBySource', (text) => parsePowerModeBySource(text, 'mains')],
  ['parseMacPowerSource', (text) => parseMacPowerSource(text)],
  ['parseThermal', (text) => parseThermal(text)],
  ['parseMacTimeWait', (text) => parseMacTimeWait(text)],
  ['parseTranslation', (text, other) => parseTranslation(text, other, 'x64')],
  ['parsePortRange', (text) => parsePortRange(text, 'x')],
  ['parseWholeNumber', (text) => parseWholeNumber(text, 'things', 'x')],
]

describe.each(parsers)('%s', (_name, parse) => {
  it('never throws and never leaves its range, whatever the bytes', () => {
    fc.assert(fc.property(anyText, anyText, (text, other) => check(parse(text, other))), { numRuns: 300 })
  })
})

describe('idleBetween', () => {
  it('stays between 0 and 100 for any counters', () => {
    const counters = fc.array(fc.array(fc.oneof(fc.nat({ max: 1_000 }), fc.maxSafeNat()), { minLength: 7, maxLength: 10 }), { minLength: 1, maxLength: 4 })
    const text = (lines: number[][]): string => lines.map((line, index) => `${index === 0 ? 'cpu ' : `cpu${index - 1}`} ${line.join(' ')}\n`).join('')
    fc.assert(fc.property(counters, counters, (before, after) => check(idleBetween(text(before), text(after), 1_000))))
  })
})

describe('parseCgroupPath', () => {
  it('never throws and never leaves the hierarchy', () => {
    fc.assert(fc.property(anyText, anyText, (text, controller) => {
      expect((parseCgroupPath(text, controller) ?? '/').split('/')).not.toContain('..')
    }), { numRuns: 300 })
  })
})

describe('readings of arbitrary files and tools', () => {
  it('never throw, whatever every file and every tool of a host says', async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom('linux', 'darwin', 'win32'), anyText, anyText, fc.nat(255), async (platform, text, other, exitCode) => {
      const host = fakeHost({ platform })
      const answering = { ...host, readText: async (path: string) => (path.length % 3 === 0 ? { text: other } : { text }), list: async () => ['cpu0', '1', text.slice(0, 5)], run: async () => ({ ran: true as const, exitCode: exitCode % 3, stdout: text, stderr: other }) }
      const report = await readHostReport({ host: answering })
      for (const reading of [report.idle, report.load, report.powerSource, report.powerMode, report.thermal, report.timeWait, report.pressure, report.freeMemoryBytes, ...Object.values(report.facts).filter((fact) => typeof fact === 'object')]) check(reading as Reading<unknown>)
      expect(doctorText('machine', checkHost(report, DEFAULT_HOST_LIMITS, 'evidence'))).toContain('READY')
      expect(['value', 'unknown']).toContain((await processTreeUsage(1, answering)).state)
    }), { numRuns: 100 })
  })
})

describe('parsers of processes', () => {
  it('give numbers that are not negative, or nothing', () => {
    fc.assert(fc.property(anyText, (text) => {
      for (const entry of [parseProcessStat(text, 100, 4_096) ?? [], parseProcessTable(text)].flat()) {
        expect(entry.pid).toBeGreaterThan(0)
        expect(entry.cpuSeconds).toBeGreaterThanOrEqual(0)
        expect(entry.rssBytes).toBeGreaterThanOrEqual(0)
      }
      expect(parseCpuTime(text) ?? 0).toBeGreaterThanOrEqual(0)
    }), { numRuns: 300 })
  })
})
