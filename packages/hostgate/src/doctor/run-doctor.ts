import { cac } from 'cac'
import pc from 'picocolors'
import { forecastAbort } from '../gate/forecast-abort.js'
import { scriptedReadingsRefusal } from '../gate/scripted-readings.js'
import type { Host } from '../probe/host.js'
import { readIdle } from '../probe/read-idle.js'
import { systemHost } from '../probe/system-host.js'
import { checkForecast } from './check-forecast.js'
import { checkHost } from './check-host.js'
import { doctorText, NO_COLOUR } from './doctor-text.js'
import type { HostCheck } from './host-check.js'
import { DEFAULT_HOST_LIMITS } from './host-limits.js'
import { readHostReport } from './host-report.js'

export interface DoctorIo {
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
  readonly colour: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly host?: Host
  /** Answers `--version`; without it there is no such option. */
  readonly version?: string
  /** Ends `--watch` after so many looks, where there is nobody to interrupt it. */
  readonly watchTimes?: number
}

interface Options {
  readonly json?: boolean
  readonly watch?: boolean
  readonly floor?: unknown
  readonly minutes?: unknown
  readonly readings?: unknown
  readonly help?: boolean
  readonly version?: boolean
  /** By a text of its own, as `--help` is. */
  readonly answered?: boolean
}

const WATCH_PAUSE_MS = 2_000
/** Before and after each of the 53 cells of an evidence run. */
const EVIDENCE_READINGS = 106
/** Largest share of low readings that an evidence run survives, in percent. */
const PERVASIVE_PERCENT = 10

function scriptCheck(environment: DoctorIo['environment']): HostCheck[] {
  const refusal = scriptedReadingsRefusal(environment)
  return refusal === null ? [] : [{ name: 'scripted-readings', level: 'red', read: 'set', needed: 'not set', reason: refusal, fix: '' }]
}

function parseArguments(args: readonly string[], version?: string): Options | string {
  const cli = cac('lat-doctor')
  cli.command('', 'Is this machine fit for an evidence run?')
    .option('--json', 'Print the readings and the checks as JSON')
    .option('--watch', 'Look again every few seconds until interrupted')
    .option('--floor <percent>', 'Lowest idle that counts as quiet', { default: DEFAULT_HOST_LIMITS.idleFloorPercent })
    .option('--minutes <n>', 'First read idle for so long, and say how likely a long run would be stopped')
    .option('--readings <n>', 'Idle readings of that run', { default: EVIDENCE_READINGS })
    .action(() => undefined)
  cli.help((sections) => [...sections, { title: 'Exit codes', body: '  0 nothing stops a run   1 something does   2 wrong arguments' }])
  if (version !== undefined) cli.version(version)
  try {
    const options = cli.parse(['node', 'lat-doctor', ...args], { run: false }).options as Options
    const answered = options.help === true || (options.version === true && version !== undefined)
    if (!answered) cli.runMatchedCommand()
    return { ...options, answered }
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '')
  }
}

function faultOf({ floor, minutes, readings, watch }: Options): string | null {
  const numbers: readonly [string, unknown, number, number, string][] = [
    ['floor', floor, 0, 100, 'a percentage between 0 and 100'],
    ['minutes', minutes ?? 1, 0.01, 600, 'a number from 0.01 to 600'],
    ['readings', readings, 1, 10_000, 'a whole number from 1 to 10000'],
  ]
  for (const [name, value, low, high, what] of numbers) {
    const fits = typeof value === 'number' && value >= low && value <= high && (name !== 'readings' || Number.isInteger(value))
    if (!fits) return `--${name} ${String(value)} is not ${what}`
  }
  return minutes !== undefined && watch === true ? '--minutes and --watch exclude each other' : null
}

/**
 * `lat-doctor`: whether an evidence run may start on this machine.
 *
 * @param args what follows the program's name
 * @returns exit code: 0 nothing stops a run, 1 something does, 2 wrong arguments
 */
export async function runDoctor(args: readonly string[], io: DoctorIo): Promise<number> {
  const options = parseArguments(args, io.version)
  if (typeof options === 'string') {
    io.writeError(`${options}. Run lat-doctor --help.\n`)
    return 2
  }
  if (options.answered === true) return 0
  const fault = faultOf(options)
  if (fault !== null) {
    io.writeError(`${fault}. Run lat-doctor --help.\n`)
    return 2
  }
  const { floor, minutes, readings } = options as Options & { floor: number; minutes?: number; readings: number }

  const host = io.host ?? systemHost()
  const limits = { ...DEFAULT_HOST_LIMITS, idleFloorPercent: floor }
  const checksBefore = scriptCheck(io.environment)
  if (minutes !== undefined) {
    io.writeError(`Reading idle for ${minutes} min, as a run would.\n`)
    const rules = { floorPercent: floor, pervasivePercent: PERVASIVE_PERCENT }
    const forecast = await forecastAbort({ sampler: () => readIdle({ host }), clock: host, lookMs: minutes * 60_000, plannedReadings: readings, rules })
    checksBefore.push(checkForecast(forecast))
  }
  for (let look = 1; ; look += 1) {
    const report = await readHostReport({ host })
    const checks = [...checksBefore, ...checkHost(report, limits, 'evidence')]
    const ready = checks.every(({ level }) => level !== 'red')
    if (options.json === true) {
      io.write(`${JSON.stringify({ ready, checks, report, limits }, (_key, value: unknown) => (value === Infinity ? 'unlimited' : value), options.watch === true ? 0 : 2)}\n`)
    } else {
      const { cpuModel, coreCount, kernel, platform, nodeVersion } = report.facts
      io.write(doctorText(`${cpuModel || 'unnamed processor'}, ${coreCount} cores, ${platform} ${kernel}, Node ${nodeVersion}`, checks, io.colour ? pc.createColors(true) : NO_COLOUR))
    }
    if (options.watch !== true || look === io.watchTimes) return ready ? 0 : 1
    await host.sleep(WATCH_PAUSE_MS)
  }
}
