import { contendedCells, encodeLedger } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { confirmIdle, finishQuiescence, observeIdle, observeSuspend, scriptedReadings, startQuiescence, type GateMode, type QuiescenceOutcome } from '../../src/index.js'

/**
 * A run as its host readings: startup, then before and after each cell. `q` is quiet, `b` below the floor three times
 * over, `d` a dip that two quiet samples take back, `u` unreadable, `n` no such sensor.
 */
async function run(script: string, mode: GateMode = 'evidence'): Promise<QuiescenceOutcome & { taken: number }> {
  const samples = { q: '97', b: '41\n40\n44', d: '30\n95\n96', u: 'unknown EACCES\nunknown EACCES', n: 'unsupported no counters' }
  const sample = scriptedReadings([...script].map((letter) => samples[letter as 'q']).join('\n'))
  let state = startQuiescence({ mode, floorPercent: 60, pervasivePercent: 10 })
  let taken = 0
  for (const _letter of script) {
    const idle = await confirmIdle(sample, 60)
    const number = Math.ceil(taken / 2)
    state = observeIdle(state, taken === 0 ? { at: 'startup', idle } : { at: 'mid-run', cell: `enforce-nonstream-150-r${number}`, repetition: number, phase: taken % 2 === 1 ? 'before' : 'after', idle })
    taken += 1
    if (state.refusal !== null) break
  }
  return { ...finishQuiescence(state), taken }
}

const quiet = (count: number): string => 'q'.repeat(count)

describe('observeIdle', () => {
  it('lets a quiet run stand, with an empty ledger', async () => {
    const outcome = await run(`q${quiet(26)}`)
    expect(outcome).toMatchObject({ refusal: null, exitCode: 0, taken: 27, state: { contended: [], warnings: [], midRunReadings: 26 } })
  })

  it('refuses to start an evidence run on a loaded machine, and says what was read, needed and to do', async () => {
    const outcome = await run('bqq')
    expect(outcome).toMatchObject({ exitCode: 1, taken: 1, refusal: { rule: 'startup' } })
    expect(outcome.refusal!.message).toBe('Host idle is 41% (median of 41, 40, 44) at startup, below the 60% floor. Close what is busy and start again; an evidence run does not start on a loaded machine.')
  })

  it('only warns a quick run at startup', async () => {
    const outcome = await run('bqq', 'quick')
    expect(outcome).toMatchObject({ exitCode: 0, refusal: null, taken: 3, state: { warnings: [expect.stringContaining('at startup, below the 60% floor')] } })
  })

  it('goes on after one isolated dip and marks its cell', async () => {
    const outcome = await run(`q${quiet(12)}b${quiet(13)}`)
    expect(outcome).toMatchObject({ exitCode: 0, taken: 27, state: { midRunBelow: 1 } })
    expect(encodeLedger(contendedCells, outcome.state.contended).split('\n').slice(1)).toEqual([
      'cell                      repetition  phase   idlePercent  floorPercent  samplesPercent',
      'enforce-nonstream-150-r7           7  before           41            60  41,40,44',
      '',
    ])
  })

  it('forgets a dip that its own re-samples take back', async () => {
    expect(await run(`q${'d'.repeat(6)}`)).toMatchObject({ exitCode: 0, state: { midRunBelow: 0, contended: [] } })
  })

  it('stops an evidence run at the second dip in a row, also across two cells', async () => {
    const within = await run(`qbb${quiet(100)}`)
    expect(within).toMatchObject({ exitCode: 1, taken: 3, refusal: { rule: 'two-consecutive', message: expect.stringContaining('after enforce-nonstream-150-r1, below the 60% floor, and so was the reading before') as string } })
    const across = await run(`qqbbq${quiet(100)}`)
    expect(across).toMatchObject({ exitCode: 1, taken: 4, refusal: { rule: 'two-consecutive' } })
    expect(across.state.contended.map(({ cell, phase }) => `${cell} ${phase}`)).toEqual(['enforce-nonstream-150-r1 after', 'enforce-nonstream-150-r2 before'])
  })

  it('does not count the startup reading as the first of two', async () => {
    expect(await run(`bb${quiet(25)}`, 'quick')).toMatchObject({ exitCode: 0, taken: 27 })
  })

  it.each(['quick', 'smoke'] as const)('warns a %s run and marks both cells instead', async (mode) => {
    const outcome = await run(`qbb${quiet(60)}`, mode)
    expect(outcome).toMatchObject({ exitCode: 0, taken: 63, refusal: null })
    expect(outcome.state.contended).toHaveLength(2)
  })

  it('fails closed on an unreadable sensor, at startup and later', async () => {
    expect(await run('uqq')).toMatchObject({ exitCode: 1, taken: 1, refusal: { rule: 'unreadable', message: 'Host idle could not be read at startup: EACCES. Make the sensor readable; an evidence run does not go on without it.' } })
    expect(await run('qquqq')).toMatchObject({ exitCode: 1, taken: 3, refusal: { rule: 'unreadable', message: expect.stringContaining('after enforce-nonstream-150-r1') as string } })
    expect(await run('quq', 'quick')).toMatchObject({ exitCode: 0, taken: 3, state: { warnings: [expect.stringContaining('EACCES')] } })
  })

  it('passes with one note where there is no such sensor', async () => {
    expect(await run('nnnnn')).toMatchObject({ exitCode: 0, taken: 5, state: { warnings: ['Host idle is not measured here: no counters'] } })
  })
})

describe('finishQuiescence', () => {
  it('stops a run of 26 readings with 5 alternating dips, after its last cell', async () => {
    const outcome = await run(`q${'bq'.repeat(5)}${quiet(16)}`)
    expect(outcome).toMatchObject({ exitCode: 1, taken: 27, refusal: { rule: 'pervasive' } })
    expect(outcome.refusal!.message).toContain('in 5 of 26 readings, more than 10% of them')
    expect(outcome.state.contended).toHaveLength(5)
  })

  it('lets exactly one reading in ten be low, and no more', async () => {
    expect(await run(`qbq${quiet(8)}`)).toMatchObject({ exitCode: 0 })
    expect(await run(`qbq${quiet(7)}`)).toMatchObject({ exitCode: 1, refusal: { rule: 'pervasive' } })
  })

  it('warns a quick run', async () => {
    expect(await run(`q${'bq'.repeat(5)}`, 'quick')).toMatchObject({ exitCode: 0, refusal: null })
  })

  it('keeps the first refusal', async () => {
    expect((await run('qbb')).refusal!.rule).toBe('two-consecutive')
  })

  it('lets a run without any reading stand', () => {
    expect(finishQuiescence(startQuiescence({ mode: 'evidence', floorPercent: 60, pervasivePercent: 10 })).exitCode).toBe(0)
  })
})

describe('observeSuspend', () => {
  const start = (mode: GateMode): ReturnType<typeof startQuiescence> => startQuiescence({ mode, floorPercent: 60, pervasivePercent: 10 })
  const cell = 'enforce-nonstream-150-r1'

  it('stops an evidence run that slept, and warns the other modes', () => {
    expect(observeSuspend(start('evidence'), { cell, phase: 'after', suspended: true }).refusal).toMatchObject({ rule: 'suspended', message: expect.stringContaining(`suspended during ${cell}.`) as string })
    expect(observeSuspend(start('quick'), { cell, phase: 'before', suspended: true })).toMatchObject({ refusal: null, warnings: [`The machine was suspended in the pause before ${cell}.`] })
  })

  it.each([false, null])('lets %s pass', (suspended) => {
    expect(observeSuspend(start('evidence'), { cell, phase: 'after', suspended })).toEqual(start('evidence'))
  })
})

describe('startQuiescence', () => {
  it.each([{ floorPercent: 101, pervasivePercent: 10 }, { floorPercent: 60, pervasivePercent: -1 }])('refuses %j', (rules) => {
    expect(() => startQuiescence({ mode: 'quick', ...rules })).toThrow(expect.objectContaining({ code: 'LAT_HOST_FLOOR' }))
  })
})
