import { readFileSync } from 'node:fs'
import type { Arm, Shift } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { crossings, fromCellQuantiles, loadProfile } from '../src/index.js'
import type { CrossingDerivation } from '../src/index.js'
import golden from './golden/published-tables.json' with { type: 'json' }

type Value = number | boolean
type Claim = readonly [path: string, ours: Value, within: number]

const run = fromCellQuantiles(JSON.parse(readFileSync(new URL('./golden/published-run.json', import.meta.url), 'utf8')))
const profile = loadProfile('published')

/** Every number and truth value of a JSON value, by its path. */
function leaves(value: unknown, path: string): readonly (readonly [string, Value])[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => leaves(one, `${path}.${key}`))
}

function shift(kind: Shift['kind'], treatment: Arm, payloadBytes: number, q = 0.5, stream = false): Shift {
  return run.shifts.find((one) => one.kind === kind && one.treatment === treatment && one.payloadBytes === payloadBytes && one.q === q && one.stream === stream)!
}

const ms = (valueNs: number | null): number => valueNs! / 1e6
const us = (valueNs: number | null): number => valueNs! / 1e3
const hopMs = (arm: Arm, payloadBytes: number, q: number): number => ms(shift('group', arm, payloadBytes, q).shiftNs)
const paired = (payloadBytes: number, stream = false): Shift => shift('paired', 'enforce', payloadBytes, 0.5, stream)
const resolved = ({ spreadNs, shiftNs, stream }: Shift): boolean => !stream && spreadNs! < Math.abs(shiftNs!)
const rateOf = (payloadBytes: number, stream = false): number => run.cells.find((cell) => cell.payloadBytes === payloadBytes && cell.stream === stream)!.ratePerSecond
const directCells = (payloadBytes: number): number => run.cells.filter((cell) => cell.arm === 'direct' && cell.payloadBytes === payloadBytes && !cell.stream).length
const canaryMs = (canary: 'open' | 'close'): number => ms(run.cells.find((cell) => cell.canary === canary)!.duration.p50Ns)
const crossing = (targetNs: number, derivation: CrossingDerivation) => crossings(run).find((one) => one.targetNs === targetNs && one.derivation === derivation)!

/** One thousandth of a millisecond, and what a binary fraction adds to it. */
const us1 = 0.001 + 1e-9
const driftMs = canaryMs('close') - canaryMs('open')

function hopClaims(): readonly Claim[] {
  const id = 'proxy-hop-150B'
  return [
    [`${id}.promptBytes`, 150, 0],
    [`${id}.rateRps`, rateOf(150), 0],
    ...[0.5, 0.9, 0.99, 0.999].flatMap((q, row): readonly Claim[] => [
      [`${id}.rows.${row}.passthrough.shift`, hopMs('passthrough', 150, q), us1],
      [`${id}.rows.${row}.enforce.shift`, hopMs('enforce', 150, q), us1],
      [`${id}.rows.${row}.controlA`, hopMs('controla', 150, q), us1],
      [`${id}.rows.${row}.controlB`, hopMs('controlb', 150, q), us1],
    ]),
  ]
}

function payloadClaims(): readonly Claim[] {
  const id = 'proxy-hop-by-payload'
  return [
    ...[150, 4096, 32768].flatMap((payloadBytes, row): readonly Claim[] => [
      [`${id}.rows.${row}.promptBytes`, shift('group', 'passthrough', payloadBytes).payloadBytes, 0],
      [`${id}.rows.${row}.rateRps`, rateOf(payloadBytes), 0],
      [`${id}.rows.${row}.passthroughP50Shift`, hopMs('passthrough', payloadBytes, 0.5), us1],
      [`${id}.rows.${row}.passthroughP99Shift.shift`, hopMs('passthrough', payloadBytes, 0.99), us1],
      [`${id}.directBaselineCells.${payloadBytes}`, directCells(payloadBytes), 0],
    ]),
    [`${id}.enforceP99Shift32768Ms`, hopMs('enforce', 32768, 0.99), us1],
    // Published with one decimal, of a budget of 1 ms.
    [`${id}.ratioOverBudget32768`, hopMs('passthrough', 32768, 0.99), 0.05],
  ]
}

function enforcementClaims(): readonly Claim[] {
  const id = 'enforcement-paired-shift'
  return ([[150, false], [4096, false], [32768, false], [150, true]] as const).flatMap(([payloadBytes, stream], row): readonly Claim[] => {
    const one = paired(payloadBytes, stream)
    const claims: readonly Claim[] = [
      [`${id}.rows.${row}.promptBytes`, one.payloadBytes, 0],
      [`${id}.rows.${row}.stream`, one.stream, 0],
      [`${id}.rows.${row}.rateRps`, one.ratePerSecond, 0],
      [`${id}.rows.${row}.reps`, one.perRepetition.length, 0],
      ...one.perRepetition.map(({ deltaNs }, index): Claim => [`${id}.rows.${row}.perRepetition.${index}`, us(deltaNs), 1]),
      [`${id}.rows.${row}.spread`, us(one.spreadNs), 1],
      [`${id}.rows.${row}.publishable`, resolved(one), 0],
    ]
    // The central value of streaming was never published.
    return stream ? claims : [...claims, [`${id}.rows.${row}.shift`, us(one.shiftNs), 1]]
  })
}

function loadedClaims(): readonly Claim[] {
  const id = 'loaded-crossing'
  const derived: readonly CrossingDerivation[] = ['slope-below', 'whole-delta', 'slope-above']
  return [
    ...[150, 4096, 32768].flatMap((payloadBytes, row): readonly Claim[] => {
      const one = paired(payloadBytes)
      return [
        [`${id}.rows.${row}.promptBytes`, one.payloadBytes, 0],
        [`${id}.rows.${row}.rateRps`, one.ratePerSecond, 0],
        [`${id}.rows.${row}.passthroughP50Ms`, ms(one.baselineNs), us1],
        [`${id}.rows.${row}.enforceP50Ms`, ms(one.treatmentNs), us1],
        [`${id}.rows.${row}.pairedDeltaUs`, us(one.shiftNs), 1],
        [`${id}.rows.${row}.resolved`, resolved(one), 0],
      ]
    }),
    ...derived.flatMap((derivation, row): readonly Claim[] => [
      [`${id}.derivations.${row}.nsPerByte`, Math.round(crossing(500_000, derivation).nsPerByte), 0],
      [`${id}.derivations.${row}.crossing500usBytes`, Math.round(crossing(500_000, derivation).crossingBytes!), 0],
    ]),
    [`${id}.derivations.3.nsPerByte`, Math.round(crossing(1_000_000, 'slope-above').nsPerByte), 0],
    [`${id}.derivations.3.crossing1msKB`, crossing(1_000_000, 'slope-above').crossingBytes! / 1000, 0.05],
  ]
}

function scalarClaims(): readonly Claim[] {
  const nonstream = run.cells.filter(({ repetition, stream, arm }) => repetition !== null && !stream && arm === 'enforce')
  return [
    ['scalars.directBaselineP50Ms.thisRun', ms(shift('group', 'passthrough', 150).baselineNs), us1],
    ['scalars.canaryP50Ms.open', canaryMs('open'), us1],
    ['scalars.canaryP50Ms.close', canaryMs('close'), us1],
    ['scalars.canaryDriftPercentOfBand5Ceiling.recomputed', (100 * driftMs) / profile.bands.BAND5.p50CeilingMs!, 0.05],
    // Published as the share of the ceiling; it is the share of the smaller canary.
    ['scalars.canaryDriftPercentOfBand5Ceiling.published', (100 * driftMs) / canaryMs('open'), 0.5],
    ['scalars.passthroughAbsoluteP99Ms.thisRun', ms(shift('group', 'passthrough', 150, 0.99).treatmentNs), us1],
    ['scalars.p99Hop150Ms.thisRun', hopMs('passthrough', 150, 0.99), us1],
    ['scalars.replication.paired4096Us.published', us(paired(4096).shiftNs), 1],
    ['scalars.replication.vsDirectP50Ms.published', hopMs('passthrough', 150, 0.5), us1],
    ['scalars.tenet1.fold32768OverEnforcementBudget', us(paired(32768).shiftNs) / 500, 0.05],
    ['scalars.spread150Us', us(paired(150).spreadNs), 1],
    ['scalars.spread4096Us', us(paired(4096).spreadNs), 1],
    ['scalars.shift4096Us.postFix', us(paired(4096).shiftNs), 1],
    ['scalars.shift32768Us.postFix', us(paired(32768).shiftNs), 1],
    ['scalars.evidenceMode.cells', run.cells.length, 0],
    ['scalars.evidenceMode.repetitions', Math.max(...nonstream.map(({ repetition }) => repetition!)), 0],
    ['scalars.evidenceMode.payloads', new Set(nonstream.map(({ payloadBytes }) => payloadBytes)).size, 0],
    ['scalars.streamAbsoluteCeilingMs', profile.bands['BAND3-STREAM'].absoluteCeilingMs!, 0],
  ]
}

/** What cannot follow from the quantiles of one run's cells, and why. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/\.(?:lo|hi)$/, 'an interval, which needs rows'],
  [/\.interval\./, 'how those intervals were made'],
  [/^concurrency-1-service-time\./, 'another binary, one request at a time'],
  [/\.(?:priorRun\w*|preFix|reductionPercent)$/, 'compares with an earlier run'],
  [/^scalars\.replication\.\w+\.(?:replication|withinPercent|fold)$/, 'compares with a later run'],
  [/^scalars\.(?:recorded150RangeUs|runsOnHost)/, 'counts other runs'],
  [/^scalars\.quickMode\./, 'describes another mode'],
  [/(?:\.budgetMs|^scalars\.tenet1\.\w+Budget(?:Us|Ms))$/, 'a budget, given and not measured'],
]

const published = new Map([...golden.tables.flatMap((table) => leaves(table, table.id)), ...leaves(golden.scalars, 'scalars')])
const claims = [...hopClaims(), ...payloadClaims(), ...enforcementClaims(), ...loadedClaims(), ...scalarClaims()]

describe('the published tables', () => {
  it('hold 191 values, of which 124 follow from the cell quantiles of the run and are all compared', () => {
    const compared = new Set(claims.map(([path]) => path))
    expect([published.size, compared.size, claims.length]).toEqual([191, 124, 124])
    expect(claims.filter(([path]) => !published.has(path))).toEqual([])
    const reasons = (path: string): number => elsewhere.filter(([pattern]) => pattern.test(path)).length
    expect([...published.keys()].filter((path) => compared.has(path) === (reasons(path) > 0))).toEqual([])
  })

  it.each(claims)('%s is reproduced', (path, ours, within) => {
    const theirs = published.get(path)!
    if (typeof theirs === 'boolean') expect(ours).toBe(theirs)
    else expect(Math.abs(Number(ours) - theirs)).toBeLessThanOrEqual(within)
  })
})
