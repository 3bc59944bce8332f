import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { runDoctor, SCRIPTED_IDLE_VARIABLE } from '../../src/index.js'
import { fakeHost } from '../fake-host.js'
import { input } from '../input.js'

const files = {
  '/proc/stat': [input('linux/proc-stat/01-idle96.t0'), input('linux/proc-stat/01-idle96.t1'), input('linux/proc-stat/01-idle96.t0'), input('linux/proc-stat/01-idle96.t1')],
  '/proc/loadavg': input('linux/loadavg/01.txt'),
  '/proc/self/limits': 'Max open files            20000                20000                files     \n',
}

async function doctor(args: string[], environment: Record<string, string> = {}, watchTimes?: number): Promise<{ exitCode: number; out: string; error: string; log: string[] }> {
  const said = { out: '', error: '' }
  const host = fakeHost({ files, cpuModel: 'A Processor' })
  const exitCode = await runDoctor(args, { write: (text) => (said.out += text), writeError: (text) => (said.error += text), colour: false, environment, host, ...(watchTimes === undefined ? {} : { watchTimes }) })
  return { exitCode, ...said, log: host.log }
}

describe('runDoctor', () => {
  it('prints a line per sensor and the verdict last', async () => {
    const { exitCode, out } = await doctor([])
    expect(exitCode).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toContain('A Processor, 2 cores, linux 1.2.3')
    expect(lines[1]).toMatch(/^ok {4}idle +96% over 1\.0 s +at least 60%$/)
    expect(lines.at(-1)).toMatch(/^READY for an evidence run\./)
    expect(lines.length).toBeLessThan(40)
  })

  it('says what stops a run, and ends with 1', async () => {
    const { exitCode, out } = await doctor(['--floor', '97'])
    expect(exitCode).toBe(1)
    expect(out).toContain('STOP  idle')
    expect(out).toContain('      The machine is busy. Close what is busy and look again.')
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^NOT READY for an evidence run: idle\./)
  })

  it('stops while readings would come from a script', async () => {
    const { exitCode, out } = await doctor([], { [SCRIPTED_IDLE_VARIABLE]: 'idle.txt' })
    expect(exitCode).toBe(1)
    expect(out).toContain('NOT READY for an evidence run: scripted-readings')
  })

  it('prints the same as JSON', async () => {
    const { exitCode, out } = await doctor(['--json'])
    const { ready, checks, report } = JSON.parse(out) as { ready: boolean; checks: { name: string }[]; report: { idle: { value: { meanPercent: number } } } }
    expect({ exitCode, ready, idle: report.idle.value.meanPercent, first: checks[0]!.name }).toEqual({ exitCode: 0, ready: true, idle: 96, first: 'idle' })
  })

  it('watches', async () => {
    const { out, log } = await doctor(['--watch', '--json'], {}, 2)
    expect(out.trimEnd().split('\n')).toHaveLength(2)
    expect(log.filter((entry) => entry.startsWith('sleep'))).toEqual(['sleep 1000', 'sleep 2000', 'sleep 1000'])
  })

  it('says how likely a long run would be stopped', async () => {
    const { exitCode, out, error, log } = await doctor(['--minutes', '0.03', '--readings', '20'])
    expect(error).toBe('Reading idle for 0.03 min, as a run would.\n')
    expect(out).toMatch(/^(note|STOP) {2}abort-chance +[\d.]+% over 20 readings/m)
    expect(log[0]).toBe('sleep 2000')
    expect(exitCode).toBe(0)
  })

  it.each([[['--bogus'], 'Unknown option'], [['--floor', 'x'], '--floor x is not a percentage'], [['--floor', '101'], '--floor 101'], [['now'], 'Unused args: `now`'], [['--minutes', '0'], '--minutes 0'], [['--minutes', 'x'], '--minutes x'], [['--readings', '1.5'], '--readings 1.5'], [['--floor', '1', '--floor', '2'], '--floor 1,2'], [['--minutes', '1', '--watch'], 'exclude each other']])('refuses %j with exit code 2', async (args, message) => {
    expect(await doctor(args)).toMatchObject({ exitCode: 2, out: '', error: expect.stringContaining(message) as string })
  })

  it('knows --version only where it was told one', async () => {
    expect((await doctor(['--version'])).exitCode).toBe(2)
    const said: string[] = []
    const info = vi.spyOn(console, 'info').mockImplementation((text: string) => void said.push(text))
    expect(await runDoctor(['--version'], { write: () => undefined, writeError: () => undefined, colour: false, environment: {}, host: fakeHost(), version: '1.2.3' })).toBe(0)
    info.mockRestore()
    expect(said.join('')).toMatch(/^lat-doctor\/1\.2\.3 /)
  })

  it('starts as a program and judges this machine', async () => {
    const bin = fileURLToPath(new URL('../../bin/lat-doctor.mjs', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [bin, '--json', '--floor', '0']).catch((error: unknown) => error as { stdout: string })
    const { checks } = JSON.parse(stdout) as { checks: { name: string; read: string }[] }
    expect(checks.find(({ name }) => name === 'idle')!.read).toMatch(/^\d+(\.\d)?% over/)
  })
})
