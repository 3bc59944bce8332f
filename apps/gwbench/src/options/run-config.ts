import { parseBudget } from '../decide/parse-budget.js'
import type { Budget } from '../decide/parse-budget.js'
import { parseShortDuration } from '../decide/parse-short-duration.js'
import type { ControlPair } from '../report/build-result.js'
import { parseShorthand } from '../target/parse-shorthand.js'
import { parseSubject } from '../target/parse-subject.js'
import type { SubjectOption } from '../target/parse-subject.js'
import { parseTarget } from '../target/parse-target.js'
import { CONTROL_PREFIX, DIRECT } from '../target/target-option.js'
import type { TargetOption } from '../target/target-option.js'
import { urlFault } from '../target/url-fault.js'
import { measurementOptions } from './measurement-options.js'
import type { MeasurementDefaults, MeasurementOptions, RawMeasurementOptions } from './measurement-options.js'
import { optionReader } from './option-reader.js'

/** Options of `run` as the command line gives them. */
export interface RawRunOptions extends RawMeasurementOptions {
  readonly direct?: unknown
  readonly target?: unknown
  readonly litellm?: unknown
  readonly llmflow?: unknown
  readonly subject?: unknown
  readonly packages?: unknown
  readonly upstreamPort?: unknown
  readonly control?: unknown
  readonly aa?: unknown
  readonly parallelism?: unknown
  readonly model?: unknown
  readonly promptFile?: unknown
  readonly allowRemote?: unknown
  readonly budget?: unknown
  readonly launches?: unknown
  readonly until?: unknown
}

export type ControlKind = 'aa' | 'planted' | 'none'

export interface RunConfig extends MeasurementOptions {
  /** `null` when the upstream is started here, and for the embedded demo. */
  readonly direct: TargetOption | null
  readonly targets: readonly TargetOption[]
  /** Gateways to start from their declarations. */
  readonly subjects: readonly SubjectOption[]
  /** Where npm packages of declared gateways are installed. */
  readonly packages: string | null
  /** Where the upstream is started for targets that forward there already; `null` for any port. */
  readonly upstreamPort: number | null
  /** What is put in front of the upstream beside the targets. */
  readonly control: ControlKind
  /** Two of the targets that are instances of the same thing. */
  readonly twin: ControlPair | null
  readonly parallelism: ReadonlyMap<string, string>
  readonly model: string
  readonly promptFile: string | null
  readonly allowRemote: boolean
  readonly budgets: readonly Budget[]
  /** What gwbench starts is started afresh for every run. */
  readonly relaunched: boolean
  /** Half width in ns at which an overhead counts as known. */
  readonly untilNs: number | null
}

/** Where `--until` ends when it never knows enough, and `--rounds` does not say. */
const MOST_ROUNDS = 20_000

/** @throws {GwbenchInputError} `LAT_GWBENCH_USAGE`, with every fault in one message and no part of a key */
export function runConfig(raw: RawRunOptions, defaults: MeasurementDefaults = { rounds: 500, warmup: 50, runs: 3, wait: '0' }): RunConfig {
  const reader = optionReader()
  const measurement = measurementOptions(reader, raw, defaults)
  const read = <T extends object>(parsed: T | string): T[] => {
    if (typeof parsed !== 'string') return [parsed]
    reader.fault(parsed)
    return []
  }
  const targets = [
    ...reader.list(raw.litellm).flatMap((text) => read(parseShorthand('litellm', text))),
    ...reader.list(raw.llmflow).flatMap((text) => read(parseShorthand('llmflow', text))),
    ...reader.list(raw.target).flatMap((text) => read(parseTarget(text))),
  ]
  const subjects = reader.list(raw.subject).flatMap((text) => read(parseSubject(text)))
  const named = [...targets, ...subjects]
  for (const [index, { name }] of named.entries()) {
    if (named.findIndex((other) => other.name === name) < index) reader.fault(`two targets are named "${name}"; names are what tells them apart`)
    if (name.startsWith(CONTROL_PREFIX)) reader.fault(`"${name}": names that start with ${CONTROL_PREFIX} belong to the controls`)
  }
  const direct = raw.direct === undefined ? null : readDirect(reader.text('direct', raw.direct, ''), (sentence) => reader.fault(sentence))
  const asked = reader.list(raw.target).length + reader.list(raw.litellm).length + reader.list(raw.llmflow).length
  const upstreamPort = raw.upstreamPort === undefined ? null : reader.whole('upstream-port', raw.upstreamPort, 0, 1, 65_535)
  if (raw.direct !== undefined && asked + subjects.length === 0) reader.fault('--direct names the upstream; name at least one gateway in front of it with --target')
  if (raw.direct === undefined && asked > 0 && upstreamPort === null) reader.fault('--direct is missing: name the upstream that the targets forward to')
  if (raw.direct !== undefined && upstreamPort !== null) reader.fault('--upstream-port starts an upstream, and --direct names one that runs: give one of them')

  const control = reader.text('control', raw.control, 'aa')
  if (control !== 'aa' && control !== 'planted' && control !== 'none') reader.fault(`--control is "${control}"; it is aa, planted or none`)
  const names = new Set(named.map(({ name }) => name))
  const known = (option: string, name: string) => {
    if (!names.has(name)) reader.fault(`--${option} names "${name}", which is no target of this run`)
  }
  let twin: ControlPair | null = null
  if (raw.aa !== undefined) {
    const [baseline, treatment, ...more] = reader.text('aa', raw.aa, '|').split('|') as [string, string?, ...string[]]
    if (treatment === undefined || more.length > 0 || treatment === baseline) reader.fault('--aa is NAME|TWIN, two targets that are instances of the same gateway')
    else {
      known('aa', baseline)
      known('aa', treatment)
      twin = { treatment, baseline }
    }
  }
  const parallelism = new Map<string, string>()
  for (const text of reader.list(raw.parallelism)) {
    const bar = text.indexOf('|')
    if (bar < 1 || bar === text.length - 1) reader.fault('--parallelism is NAME|TEXT, such as "v2|GOMAXPROCS=8"')
    else {
      known('parallelism', text.slice(0, bar))
      parallelism.set(text.slice(0, bar), text.slice(bar + 1))
    }
  }
  const budgets = reader.list(raw.budget).flatMap((text) => read(parseBudget(text)))
  const untilNs = raw.until === undefined ? null : parseShortDuration(reader.text('until', raw.until, ''))
  if (raw.until !== undefined && (untilNs === null || untilNs === 0)) reader.fault('--until is a half width such as 10us or 0.5ms')
  const launches = raw.launches === undefined ? null : reader.whole('launches', raw.launches, 1, 1, 1000)
  if (launches !== null && raw.runs !== undefined) reader.fault('--launches is the number of runs already, one for each start: leave --runs out')
  if (untilNs !== null && (launches !== null || raw.runs !== undefined)) reader.fault('--until is about one run that may stop early: leave --runs and --launches out')
  const config: RunConfig = {
    ...measurement,
    runs: untilNs !== null ? 1 : (launches ?? measurement.runs),
    rounds: untilNs !== null && raw.rounds === undefined ? MOST_ROUNDS : measurement.rounds,
    budgets,
    relaunched: launches !== null,
    untilNs,
    direct,
    targets,
    subjects,
    packages: raw.packages === undefined ? null : reader.text('packages', raw.packages, ''),
    upstreamPort,
    control: control as ControlKind,
    twin,
    parallelism,
    model: reader.text('model', raw.model, 'gpt-4o-mini-2024-07-18'),
    promptFile: raw.promptFile === undefined ? null : reader.text('prompt-file', raw.promptFile, ''),
    allowRemote: raw.allowRemote === true,
  }
  reader.finish()
  return config
}

/** `URL` or `URL|KEYFILE`. */
function readDirect(text: string, fault: (sentence: string) => void): TargetOption {
  const [url = '', keyFile = '', ...more] = text.split('|')
  const wrong = urlFault(url)
  if (more.length > 0) fault('--direct is URL or URL|KEYFILE')
  else if (wrong !== null) fault(`the URL of --direct ${wrong}`)
  return { name: DIRECT, url, keyFile: keyFile === '' ? null : keyFile }
}
