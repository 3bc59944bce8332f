import { systemHost } from '@lat/hostgate'
import { tables } from '@lat/render'
import { interruptSignal, loadDeclaration, supportedModes } from '@lat/subjects'
import { join } from 'node:path'
import { HarnessInputError } from '../errors.js'
import type { Option } from './option.js'
import { readProfile } from './read-profile.js'
import { requireFixtures } from './require-fixtures.js'
import type { Design } from '../plan/design.js'
import type { Mode } from '../plan/modes.js'
import type { BenchParts } from '../run/bench.js'
import { bench } from '../run/bench.js'
import { cloneRoot, defaultFixturesDir, fromCaller } from '../run/locate.js'
import { terminalProgress } from '../run/progress.js'
import type { RunConfig } from '../run/run-config.js'
import { resultJson } from '../evidence/result-json.js'

/** Options of `bench` as the command line gives them. */
export interface BenchOptions {
  readonly mode?: Option
  readonly subject?: Option
  readonly profile?: Option
  readonly design?: Option
  readonly out?: Option
  readonly seed?: Option
  readonly fixtures?: Option
  readonly upstreamPort?: Option
  readonly subjectPort?: Option
  readonly rateFactor?: Option
  readonly passthroughArg?: Option
  readonly enforceArg?: Option
  readonly controlbArg?: Option
  readonly json?: Option
}

const list = (value: Option): string[] => (value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String))

/** Validates every option at once, so that one message lists every fault. */
export function benchConfig(options: BenchOptions): RunConfig {
  const faults: string[] = []
  const oneOf = <T extends string>(name: string, value: Option, choices: readonly T[], fallback: T): T => {
    if (value === undefined) return fallback
    if (choices.includes(String(value) as T)) return String(value) as T
    faults.push(`--${name} is "${String(value)}"; it is one of ${choices.join(', ')}`)
    return fallback
  }
  const number = (name: string, value: Option, fallback: number, valid: (n: number) => boolean, what: string): number => {
    if (value === undefined) return fallback
    const parsed = typeof value === 'boolean' || value === '' ? Number.NaN : Number(value)
    if (valid(parsed)) return parsed
    faults.push(`--${name} is "${String(value)}"; it is ${what}`)
    return fallback
  }
  const port = (n: number) => Number.isInteger(n) && n > 0 && n < 65_536
  const attempt = <T>(load: () => T): T | null => {
    try {
      return load()
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      return null
    }
  }

  const mode = oneOf<Mode>('mode', options.mode, ['smoke', 'quick', 'evidence'], 'quick')
  const design = oneOf<Design>('design', options.design, ['seed', 'counterbalanced'], 'seed')
  const upstreamPort = number('upstream-port', options.upstreamPort, 19_099, port, 'a port from 1 to 65535')
  const subjectPort = number('subject-port', options.subjectPort, 18_080, port, 'a port from 1 to 65535')
  if (upstreamPort === subjectPort) faults.push(`--upstream-port and --subject-port are both ${upstreamPort}; they must differ`)
  const rateFactor = number('rate-factor', options.rateFactor, 1, (n) => n > 0 && n <= 100, 'a number above 0 and at most 100')
  if (mode === 'evidence') {
    // A planted run would be recorded as one, but nobody should have to read its MANIFEST to learn that.
    if (rateFactor !== 1) faults.push(`--rate-factor is ${rateFactor}; an evidence run is made at the rates of its profile`)
    if (options.controlbArg !== undefined) faults.push('--controlb-arg plants a fault in a control; an evidence run has none')
  }
  const profile = attempt(() => readProfile(String(options.profile ?? 'provisional')))
  const subject = attempt(() => loadDeclaration(subjectName(options.subject)))
  if (subject !== null) {
    const modes = supportedModes(subject)
    for (const needed of ['passthrough', 'enforce'] as const) if (!modes.includes(needed)) faults.push(`subject "${subject.name}" has no ${needed} mode, which the matrix compares; use gwbench for a plain proxy`)
  }
  if (faults.length > 0 || profile === null || subject === null) throw new HarnessInputError('LAT_HARNESS_USAGE', faults.join('\n'))

  const clone = cloneRoot()
  const rootDir = clone ?? fromCaller('.')
  return {
    mode,
    design,
    profile,
    subject,
    resultsDir: options.out === undefined ? join(rootDir, 'results') : fromCaller(String(options.out)),
    rootDir,
    fixturesDir: options.fixtures === undefined ? defaultFixturesDir() : fromCaller(String(options.fixtures)),
    upstreamPort,
    subjectPort,
    seed: String(options.seed ?? 'lat'),
    subjectArgs: { passthrough: list(options.passthroughArg), enforce: list(options.enforceArg), controlb: list(options.controlbArg) },
    rateFactor,
  }
}

function subjectName(value: Option): string {
  const name = String(value ?? 'refgateway')
  return name.includes('/') || name.endsWith('.json') ? fromCaller(name) : name
}

/** Runs the matrix, prints its tables and verdict, and returns the exit code. A test hands in parts of its own. */
export async function benchCommand(options: BenchOptions, parts: Partial<BenchParts> = {}): Promise<number> {
  const config = benchConfig(options)
  await requireFixtures(options.fixtures)
  const interrupt = interruptSignal()
  try {
    const { dir, artefacts } = await bench({ config, host: systemHost(), progress: terminalProgress(process.stderr), signal: interrupt.signal, environment: process.env, ...parts })
    const { analysis, evaluation, files } = artefacts
    if (options.json) {
      console.log(resultJson(dir, artefacts))
      return evaluation.exitCode
    }
    console.log(tables(analysis, undefined, { detail: 'brief' }))
    console.log(files.get('bands.txt')!)
    console.log(dir)
    return evaluation.exitCode
  } finally {
    interrupt.release()
  }
}
