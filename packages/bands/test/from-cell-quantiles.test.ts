import { readFileSync } from 'node:fs'
import { analysisSchema } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { BandsInputError, evaluate, evaluationJson, fromCellQuantiles, loadProfile, verdictText } from '../src/index.js'

interface Golden {
  readonly [part: string]: unknown
  readonly cells: readonly Readonly<Record<string, unknown>>[]
  readonly machineState: readonly Readonly<Record<string, unknown>>[]
  readonly expected: { readonly [part: string]: unknown; readonly bands: readonly { readonly id: string }[] }
}

const golden = JSON.parse(readFileSync(new URL('./golden/published-run.json', import.meta.url), 'utf8')) as Golden
const profile = loadProfile('published')

function leafCount(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.values(value).reduce((all: number, one) => all + leafCount(one), 0) : 1
}

/** Every place where a published value and ours differ: numbers by more than `tolerance`, anything else at all. */
function differences(expected: unknown, actual: unknown, tolerance: number, path = ''): readonly string[] {
  if (typeof expected === 'number') return typeof actual === 'number' && Math.abs(expected - actual) <= tolerance ? [] : [`${path}: ${expected} is ${String(actual)}`]
  if (typeof expected !== 'object' || expected === null) return expected === actual ? [] : [`${path}: ${String(expected)} is ${String(actual)}`]
  if (typeof actual !== 'object' || actual === null) return [`${path} is ${String(actual)}`]
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) return [`${path} has ${actual.length} entries, not ${expected.length}`]
  return Object.entries(expected).flatMap(([key, value]) => differences(value, (actual as Record<string, unknown>)[key], tolerance, `${path}.${key}`))
}

describe('fromCellQuantiles', () => {
  it('reproduces all 158 values of the published verdict: every median, spread, repetition, count and status', () => {
    expect(leafCount(golden.expected)).toBe(158)
    const json = JSON.parse(JSON.stringify(evaluationJson(evaluate(fromCellQuantiles(golden), profile)))) as { readonly bands: readonly unknown[] }
    expect(differences(golden.expected, json, 0.0015)).toEqual([])
    expect(json.bands).toHaveLength(golden.expected.bands.length)
  })

  it('reads nothing of the verdict the file carries', () => {
    const { expected: _verdict, ...silent } = golden
    const inverted = { ...golden, expected: { ...golden.expected, verdict: 'INVALID', bands: [] } }
    expect(fromCellQuantiles(silent)).toEqual(fromCellQuantiles(golden))
    expect(verdictText(evaluate(fromCellQuantiles(inverted), profile))).toBe(verdictText(evaluate(fromCellQuantiles(silent), profile)))
    expect(evaluationJson(evaluate(fromCellQuantiles(silent), profile))).toEqual(evaluationJson(evaluate(fromCellQuantiles(golden), profile)))
  })

  it('needs only cells, machineState and manifest', () => {
    const { cells, machineState, manifest } = golden
    expect(evaluate(fromCellQuantiles({ cells, machineState, manifest }), profile).verdictLine).toBe('VERDICT VALID')
  })

  it('gives an analysis that the schema of analysis.json accepts', () => {
    expect(analysisSchema.safeParse(fromCellQuantiles(golden)).error).toBeUndefined()
  })

  it('puts the cells in run order, in nanoseconds, with the mode and the repetitions of the manifest', () => {
    const { run, cells } = fromCellQuantiles({ ...golden, cells: [...golden.cells].reverse() })
    expect(run).toMatchObject({ mode: 'evidence', estimate: false, plannedRepetitions: 5, plannedStreamRepetitions: 3 })
    expect(cells.map(({ order }) => order)).toEqual(Array.from({ length: 53 }, (_, index) => index + 1))
    expect(cells[0]).toMatchObject({ name: 'direct-canary-open-nonstream-150', canary: 'open', repetition: null, steadySeconds: 60, duration: { p50Ns: 231_000, p999Ns: 1_273_000 }, subjectCpu: null })
    expect(cells[1]).toMatchObject({ canary: null, repetition: 1, subjectCpu: { cpuSeconds: 9.84, cpuMsPerRequest: 0.328, coresBusy: 0.16 } })
    expect(cells[41]).toMatchObject({ name: 'direct-stream-150-r1', waiting: { p50Ns: 486_000, p99Ns: 1_191_000 } })
  })

  it('takes an unanswered request out of the rows it counts as served', () => {
    const cells = golden.cells.map((cell) => (cell['order'] === 2 ? { ...cell, failedSteady: 16, droppedSteady: 4 } : cell))
    expect(fromCellQuantiles({ ...golden, cells }).cells[1]).toMatchObject({ counts: { ok: 29_985, failed: 16, dropped: 4, abandoned: 0, rows: 30_005, generator: 30_005 }, failures: { unspecified: 16 } })
  })

  it('marks the cells around which a reading was below the floor, by its breach or else by its number', () => {
    const dip = (change: Readonly<Record<string, unknown>>) => golden.machineState.map((reading, index) => (index === 3 ? { ...reading, ...change } : reading))
    const contended = (machineState: readonly unknown[]) => fromCellQuantiles({ ...golden, machineState }).cells.filter((cell) => cell.contended).map(({ name }) => name)
    expect(contended(golden.machineState)).toEqual([])
    expect(contended(dip({ breach: true }))).toEqual(['passthrough-nonstream-150-r1'])
    expect(contended(dip({ breach: null, cpuIdlePct: 59.99 }))).toEqual(['passthrough-nonstream-150-r1'])
    expect(contended(dip({ breach: null, cpuIdlePct: 60 }))).toEqual([])
    expect(contended(dip({ breach: false, cpuIdlePct: 59.99 }))).toEqual([])
    expect(contended(dip({ breach: null, cpuIdlePct: null }))).toEqual([])
  })

  it('compares the stamp the subject reported with the commit of the run', () => {
    const orphan = { ...golden, manifest: { ...(golden['manifest'] as object), levee_version_stamp: 'bench-0000000' } }
    expect(evaluate(fromCellQuantiles(orphan), profile)).toMatchObject({ verdictLine: 'VERDICT INVALID', failing: ['IDENTITY'] })
  })

  it('takes one unanswered request for one failure, and none for none', () => {
    const cells = golden.cells.map((cell) => (cell['order'] === 2 ? { ...cell, failedSteady: 1 } : cell))
    expect(fromCellQuantiles({ ...golden, cells }).cells.slice(0, 2).map(({ failures }) => failures)).toEqual([{}, { unspecified: 1 }])
  })

  it('reads one cell as it reads many', () => {
    expect(fromCellQuantiles({ ...golden, cells: golden.cells.slice(0, 1) }).cells).toHaveLength(1)
  })

  it.each([
    ['levee_git_sha', { levee_git_sha: null }],
    ['levee_version_stamp', { levee_version_stamp: undefined }],
  ])('knows of no identity where the manifest lacks %s', (_key, change) => {
    const anonymous = { ...golden, manifest: { ...(golden['manifest'] as object), ...change } }
    expect(evaluate(fromCellQuantiles(anonymous), profile)).toMatchObject({ verdictLine: 'VERDICT INVALID', failing: ['IDENTITY'] })
  })

  it('judges no cell by a reading that was taken at another time', () => {
    const machineState = [{ ...golden.machineState[0], phase: 'startup', breach: true }, ...golden.machineState]
    expect(fromCellQuantiles({ ...golden, machineState }).readings).toHaveLength(106)
  })

  it('reads a quick run as an estimate', () => {
    const quick = { ...golden, manifest: { ...(golden['manifest'] as object), run_mode: 'quick' } }
    expect(fromCellQuantiles(quick).run).toMatchObject({ mode: 'quick', estimate: true })
  })

  it.each([
    ['no cells', { ...golden, cells: [] }, 'cells:'],
    ['an unknown role', { ...golden, cells: [{ ...golden.cells[0], role: 'proxy' }] }, 'cells.0.role'],
    ['repetitions that are no number', { ...golden, manifest: { ...(golden['manifest'] as object), repetitions: 'five' } }, 'manifest.repetitions'],
    ['no manifest', { cells: golden.cells, machineState: golden.machineState }, 'manifest'],
  ])('refuses %s with LAT_BANDS_CELLS_INVALID', (_what, json, named) => {
    expect(() => fromCellQuantiles(json)).toThrow(BandsInputError)
    expect(() => fromCellQuantiles(json)).toThrow(expect.objectContaining({ code: 'LAT_BANDS_CELLS_INVALID', message: expect.stringContaining(named) }))
  })
})
