import { loadProfile } from '@lat/bands'
import type { GateMode, Host } from '@lat/hostgate'
import { scriptedReadings, systemHost } from '@lat/hostgate'
import { describe, expect, it } from 'vitest'
import { modeSettings } from '../src/plan/modes.js'
import type { PlannedCell } from '../src/plan/plan-cells.js'
import { planCells } from '../src/plan/plan-cells.js'
import { createQuiescence } from '../src/run/quiescence.js'

const profile = loadProfile('provisional')
const cells = planCells(modeSettings('quick'), profile, 'seed')

interface Outcome {
  readonly refused: string | null
  readonly contended: readonly string[]
  readonly measured: number
  readonly warnings: readonly string[]
}

/** Reads the host around every cell of a quick plan, as a run does, from a script of 26 confirmed readings. */
async function walk(mode: GateMode, readings: readonly string[], plan: readonly PlannedCell[] = cells, host: Host = systemHost()): Promise<Outcome> {
  const warnings: string[] = []
  // A reading below the floor is sampled twice more before it counts.
  const script = ['95', ...readings.flatMap((line) => (Number(line) < 60 ? [line, line, line] : line.startsWith('unknown') ? [line, line] : [line]))].join('\n')
  const gate = createQuiescence({ host, sampler: scriptedReadings(script), mode, profile, onWarning: (warning) => warnings.push(warning) })
  const reached: PlannedCell[] = []
  let refused: string | null = null
  try {
    await gate.startup()
    for (const cell of plan) {
      await gate.before(cell)
      await gate.after(cell)
      reached.push(cell)
    }
    gate.finish()
  } catch (error) {
    refused = (error as Error).message
  }
  return { refused, contended: plan.filter((cell) => gate.isContended(cell)).map(({ name }) => name), measured: reached.length, warnings }
}

const quiet = (changes: Readonly<Record<number, string>>) => Array.from({ length: 26 }, (_, index) => changes[index] ?? '95')

describe('createQuiescence', () => {
  it('lets a quiet run through without a mark', async () => {
    expect(await walk('evidence', quiet({}))).toMatchObject({ refused: null, contended: [], measured: 13 })
  })

  it('marks the cell of one isolated dip, and goes on', async () => {
    expect(await walk('evidence', quiet({ 3: '41' }))).toMatchObject({ refused: null, contended: [cells[1]!.name], measured: 13 })
  })

  it('stops an evidence run at the second of two dips in a row', async () => {
    const outcome = await walk('evidence', quiet({ 6: '41', 7: '40' }))
    expect(outcome).toMatchObject({ measured: 3 })
    expect(outcome.refused).toMatch(/so was the reading before/)
  })

  it('stops an evidence run after its last cell when 5 of 26 readings dipped, none after another', async () => {
    const outcome = await walk('evidence', quiet({ 2: '50', 6: '50', 10: '50', 14: '50', 18: '50' }))
    expect(outcome.measured).toBe(13)
    expect(outcome.refused).toMatch(/5 of 26 readings/)
    expect(outcome.contended).toHaveLength(5)
  })

  it('keeps a run in which 2 of 26 readings dipped', async () => {
    expect(await walk('evidence', quiet({ 2: '50', 10: '50' }))).toMatchObject({ refused: null, measured: 13 })
  })

  it('stops an evidence run at a sensor that cannot be read', async () => {
    const outcome = await walk('evidence', quiet({ 4: 'unknown no such file' }))
    expect(outcome.refused).toMatch(/could not be read .*no such file/)
    expect(outcome.measured).toBe(2)
  })

  it('stops an evidence run that the machine slept through, and only warns a quick one', async () => {
    const sleeping = (): Host => {
      const host = systemHost()
      let looks = 0
      // Seconds since boot go on during a suspend, the clock does not: it sleeps an hour before the fourth look.
      return { ...host, platform: 'linux', readText: async (path) => (path === '/proc/uptime' ? { text: `${((looks++ < 3 ? 0 : 3_600) + host.nowMs() / 1000).toFixed(2)} 1` } : host.readText(path)) }
    }
    const outcome = await walk('evidence', quiet({}), cells, sleeping())
    expect(outcome).toMatchObject({ measured: 1, refused: expect.stringContaining(`suspended during ${cells[1]!.name}`) as string })
    expect(await walk('quick', quiet({}), cells, sleeping())).toMatchObject({ refused: null, measured: 13, warnings: [expect.stringContaining('suspended during') as string] })
  })

  it('passes a machine that has no such sensor, and says so once', async () => {
    const outcome = await walk('evidence', Array.from({ length: 26 }, () => 'unsupported no counters here'))
    expect(outcome).toMatchObject({ refused: null, measured: 13, contended: [] })
    expect(outcome.warnings.filter((warning) => warning.includes('no counters here'))).toHaveLength(1)
  })

  it.each(['quick', 'smoke'] as const)('warns where an evidence run would stop, in %s mode', async (mode) => {
    const outcome = await walk(mode, quiet({ 6: '41', 7: '40', 9: 'unknown no such file' }))
    expect(outcome).toMatchObject({ refused: null, measured: 13 })
    expect(outcome.warnings.join('\n')).toMatch(/so was the reading before/)
    expect(outcome.warnings.join('\n')).toMatch(/could not be read/)
  })
})
